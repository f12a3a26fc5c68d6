"""Wire: between JSON and the values of the core; the only place that knows names of fields."""
