"""The site on a machine of its own: a proxy before it, a database server behind it."""
