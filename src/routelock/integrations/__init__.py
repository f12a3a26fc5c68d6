"""Integrations: other libraries behind our protocols; each file is about one of them."""
