"""How days and times are written, where a language writes them otherwise than Django has it."""
