"""Service: the operations of the API over protocols, without a framework and without I/O."""
