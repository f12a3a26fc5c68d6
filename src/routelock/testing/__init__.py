"""What users of routelock need to test their own forks, catalogues and guardrails."""
