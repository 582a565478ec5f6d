"""The score sheet of an evening: matches kept on the server, behind links that nobody can guess."""
