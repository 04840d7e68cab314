"""Build step of the wheel: puts the compiled twin of every YAML data file beside it."""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileScenarios(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles scenarios/*/*.yaml to JSON inside the wheel; an editable install reads the YAML itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled files to the wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from wargame_tui.board.plain import compiled, compiled_path

        folder = Path(mkdtemp())
        for path in sorted(root.glob("scenarios/*/*.yaml")):
            twin = folder / f"{path.parent.name}-{path.stem}.json"
            twin.write_text(compiled(path), "utf-8")
            inside = compiled_path(path).relative_to(root)
            build_data["force_include"][str(twin)] = f"wargame_tui/{inside.as_posix()}"
