"""The card games of Carta canta: what is allowed, what it is worth, and how it is said."""
