"""JSON Schemas of the titles' data files, for editors: `make schemas` writes them."""

import json
from collections.abc import Iterator
from pathlib import Path

from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.title import find_title, title_ids


def schemas() -> Iterator[tuple[Path, str]]:
    """Where each schema belongs, and its text."""
    for name in title_ids():
        title = find_title(name)
        if isinstance(title, BoardTitle):
            for stem, model in title.file_models().items():
                schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}
                path = scenarios_folder() / "schema" / f"{name}.{stem}.schema.json"
                yield path, json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every schema."""
    for path, text in schemas():
        make_folder(path.parent)
        replace_file(path, text.encode())


if __name__ == "__main__":
    main()
