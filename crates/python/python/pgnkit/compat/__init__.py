"""Modules with the names and signatures of other libraries, for scripts that are written for those."""
