"""JSON Schemas of the titles' data files, for editors: `make schemas` writes them.

For a plug-in from elsewhere: `python -m wargame_tui.board.schemas TITLE`.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from wargame_tui.board.title import FolderTitle
from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.title import find_title, title_ids


def schemas(names: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """Where each schema of some titles belongs, a folder `schema` beside that of their data, and its text."""
    for name in names:
        title = find_title(name)
        if isinstance(title, FolderTitle):
            for stem, model in title.file_models().items():
                schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}
                path = title.data.path.parent / "schema" / f"{name}.{stem}.schema.json"
                yield path, json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the schemas of the titles that are named, else of all that are installed."""
    for path, text in schemas(sys.argv[1:] or title_ids()):
        make_folder(path.parent)
        replace_file(path, text.encode())


if __name__ == "__main__":
    main()
