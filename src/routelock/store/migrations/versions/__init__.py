"""Versions: one file for each migration, named after its number."""
