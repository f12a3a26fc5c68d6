"""Http: the operations behind Starlette; the only package that knows it."""
