"""Structure: the picture of the package in README.md, drawn from the code.

`python -m tools.structure` writes it anew; a test compares. The rings come from the import contract
in pyproject.toml, the lines from the first sentence of each module.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "routelock"
README = ROOT / "README.md"
MARKED = re.compile(r"(?<=<!-- structure -->\n).*?(?=<!-- /structure -->)", re.DOTALL)


def rings() -> list[tuple[str, list[str]]]:
    """Each ring from the outermost: what it is, and the modules that the contract puts there."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    contract = next(c for c in tool["importlinter"]["contracts"] if c["id"] == "rings")
    layers = [re.findall(r"\w+", layer) for layer in contract["layers"]]
    return list(zip(tool["routelock"]["rings"], layers, strict=True))


def picture() -> str:
    """The picture as it belongs in the README, the code fence included."""
    lines = [line("routelock", 0, SOURCE / "__init__.py")]
    named = rings()
    for number, (title, modules) in zip(range(len(named) - 1, -1, -1), named, strict=True):
        drawn = [row for module in modules for row in rows(SOURCE / module, 1)]
        lines += ["", f"ring {number}: {title}", *(drawn or ["  (nothing yet)"])]
    return "\n".join(["```text", *lines, "```", ""])


def rows(path: Path, depth: int) -> Iterator[str]:
    """The line of a module, or of a package and what is in it; nothing for what is not there."""
    if path.with_suffix(".py").is_file():
        yield line(path.name, depth, path.with_suffix(".py"))
    elif (path / "__init__.py").is_file():
        yield line(f"{path.name}/", depth, path / "__init__.py")
        for name in sorted({inner.stem for inner in path.iterdir() if inner.stem != "__init__"}):
            yield from rows(path / name, depth + 1)


def line(name: str, depth: int, file: Path) -> str:
    """The name of a module and what its docstring says that it is."""
    return f"{'  ' * depth + name:<28}{sentence(file)}".rstrip()


def sentence(file: Path) -> str:
    """The first line of a module's docstring without the name that it starts with."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.sub(r"^[\w ]+: ", "", text.split("\n", 1)[0]).rstrip(".")


def redrawn(readme: str) -> str:
    """The text of the README with the picture between its two marks drawn from the code."""
    return MARKED.sub(lambda _: picture(), readme)


if __name__ == "__main__":
    README.write_text(redrawn(README.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"drawn into {README.name}")
