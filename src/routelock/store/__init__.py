"""Store: what a deployment keeps, behind one protocol; in memory, on SQLite or on PostgreSQL.

The protocol, the rows and the memory store need no foreign library; `routelock.store.sql` needs
SQLAlchemy.
"""
