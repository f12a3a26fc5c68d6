"""Content filters: detectors yield spans, rules say what to do with them, one function redacts."""
