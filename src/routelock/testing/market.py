"""Market: what generated catalogues draw from, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 35
"""The most endpoints that one model gets, so also the fewest hosts that one can ask for."""

# Share of the models that have between so many and so many endpoints; 5.9 on average.
RUNS = (
    (0.27, 1, 1),
    (0.17, 2, 3),
    (0.21, 4, 5),
    (0.17, 6, 9),
    (0.1, 10, 14),
    (0.055, 15, 22),
    (0.025, 23, MOST),
)
UPTIMES = ((0.02, 4000, 7999), (0.06, 8000, 9499), (0.92, 9500, 10000))  # hundredths of a percent
STATUSES = ((95.0, 0), (80.0, -2), (0.0, -5))  # the status from this uptime on

# Popular authors first, each with a word to make model names of.
FAMILIES = (
    ("openai", "gpt"), ("qwen", "qwen"), ("google", "gemini"), ("anthropic", "claude"),
    ("mistralai", "mistral"), ("z-ai", "glm"), ("deepseek", "deepseek"), ("nvidia", "nemotron"),
    ("minimax", "minimax"), ("moonshotai", "kimi"), ("meta-llama", "llama"), ("x-ai", "grok"),
    ("cohere", "command"), ("amazon", "nova"), ("microsoft", "phi"), ("perplexity", "sonar"),
    ("nousresearch", "hermes"), ("ai21", "jamba"), ("ibm-granite", "granite"), ("liquid", "lfm"),
)  # fmt: skip
DATES = ("20250114", "20250306", "20250521", "20250807", "20251002", "20260128", "20260415")
INPUTS = (("text",), ("text",), ("text", "image"), ("text", "image", "file"))
CONTEXTS = (32768, 65536, 128000, 131072, 200000, 262144, 400000, 1000000, 1048576)
COMPLETIONS = (None, 4096, 8192, 16384, 32768, 64000, 65536, 128000)
QUANTIZATIONS = (*["fp8"] * 5, "bf16", "bf16", "fp4", "int4", "fp16", "int8")

CHAT = ("max_tokens", "stop", "temperature", "top_p")
TOOLS = ("response_format", "structured_outputs", "tool_choice", "tools")
THINKING = ("include_reasoning", "reasoning")
EFFORT = ("max_completion_tokens", "max_tokens", "reasoning_effort", "seed")
SAMPLING = ("frequency_penalty", "min_p", "presence_penalty", "repetition_penalty", "seed", "top_k")
LIKELIHOOD = ("logit_bias", "logprobs", "top_logprobs")
PARAMETERS = (
    CHAT,
    (*CHAT, *SAMPLING),
    (*CHAT, *TOOLS),
    (*CHAT, *TOOLS, *THINKING),
    (*CHAT, *TOOLS, *SAMPLING),
    (*CHAT, *TOOLS, *SAMPLING, *THINKING),
    (*CHAT, *TOOLS, *SAMPLING, *LIKELIHOOD),
    (*TOOLS, *THINKING, *EFFORT),
)

# USD per million tokens of prompt and completion; below zero: not known.
FREE, UNPRICED = ("0", "0"), ("-1000000", "-1000000")
PRICES = (
    *[FREE] * 3, ("0.05", "0.2"), ("0.1", "0.2"), ("0.1", "0.4"), ("0.15", "0.6"), ("0.2", "1.5"),
    ("0.25", "2"), ("0.3", "2.5"), ("0.5", "1.5"), ("0.6", "2.2"), ("1", "3"), ("1", "5"),
    ("1.25", "10"), ("2", "6"), ("2.5", "10"), ("3", "15"), ("5", "25"), ("15", "75"),
)  # fmt: skip
IMAGES = (*["0"] * 9, "0.0012")  # USD
LATENCIES = range(200, 3800, 25)  # milliseconds, p50
THROUGHPUTS = range(12, 240)  # tokens a second, p50
PERCENTILES = (("p50", 1.0), ("p75", 1.3), ("p90", 1.9), ("p99", 4.2))

# retains_prompts, retention_days, trains_on_prompts, publishes_prompts
Claims = tuple[bool | None, int | None, bool | None, bool | None]
CLEAN: Claims = (False, 0, False, False)
UNDATED: Claims = (False, None, False, False)
MONTH: Claims = (True, 30, False, False)
KEPT: Claims = (True, None, False, False)
TRAINING: Claims = (True, None, True, False)
PUBLISHING: Claims = (True, None, True, True)
VAGUE: Claims = (True, None, None, None)
UNKNOWN: Claims = (None, None, None, None)
POLICIES = (
    *[UNDATED] * 8, *[CLEAN] * 7, *[MONTH] * 3, *[UNKNOWN] * 3, *[TRAINING] * 2, KEPT, VAGUE,
)  # fmt: skip
FREE_POLICIES = (*[None] * 4, *[TRAINING] * 3, PUBLISHING)  # None: as for everything at that host

# What stands below a host in a tag, with the regions that it satisfies.
Place = tuple[str, tuple[str, ...]]
HERE: Place = ("", ())
IN_EUROPE: Place = ("", ("europe",))
IN_US: Place = ("", ("us",))
GLOBAL: Place = ("/global", ())
EUROPE: Place = ("/europe", ("europe",))
US: Place = ("/us", ("us",))
PLACES = (
    *[(HERE,)] * 14, *[(IN_EUROPE,)] * 2, *[(IN_US,)] * 2, (GLOBAL, EUROPE), (GLOBAL, EUROPE, US),
)  # fmt: skip


class Host(NamedTuple):
    """A host: its slug and name, where it runs, and what it does with prompts."""

    slug: str
    name: str
    places: Sequence[Place]
    policy: Claims


class Offer(NamedTuple):
    """A host at one tag, with the regions that the tag satisfies."""

    host: Host
    tag: str
    regions: tuple[str, ...]


# Popular hosts first; those that a catalogue needs beyond them are made up.
HOSTS = (
    Host("azure", "Azure", (GLOBAL, ("/eu", ("europe",)), US), UNDATED),
    Host("google-vertex", "Vertex", (GLOBAL, EUROPE, US), UNDATED),
    Host("amazon-bedrock", "Amazon Bedrock", (GLOBAL, ("/eu-west-1", ("europe",)), US), CLEAN),
    Host("openai", "OpenAI", (HERE,), MONTH),
    Host("together", "Together", (HERE,), CLEAN),
    Host("fireworks", "Fireworks", (HERE,), CLEAN),
    Host("deepinfra", "DeepInfra", (HERE,), UNDATED),
    Host("anthropic", "Anthropic", (HERE,), MONTH),
    Host("deepseek", "DeepSeek", (HERE,), TRAINING),
    Host("mistral", "Mistral", (IN_EUROPE,), MONTH),
    Host("groq", "Groq", (IN_US,), UNDATED),
    Host("xai", "xAI", (IN_US,), MONTH),
)
