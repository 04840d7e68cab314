"""Tables in files: a folder of CSV files, or one workbook (XLSX, with the optional extra `sheets`)."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from wargame_tui.core.disk import make_folder, replace_file
from wargame_tui.core.errors import ForPlayers
from wargame_tui.packing.forms import CONFIRMED, Row, Sheet

WORKBOOK = "sheets.xlsx"
FOLDER = "sheets"
LONGEST_TITLE = 31
"""Characters of a sheet's name in a workbook."""
MOST_BYTES = 16 * 1024 * 1024


class BadTable(ForPlayers):
    """A file of tables that cannot be read or written."""


def write_csv(folder: Path, sheets: Sequence[Sheet]) -> None:
    """A CSV file for each sheet. Raises OSError."""
    make_folder(folder)
    for sheet in sheets:
        text = io.StringIO()
        writer = csv.DictWriter(text, [*sheet.columns, *_last(sheet)], restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sheet.rows)
        # With a mark, so that office programs take it for UTF-8.
        replace_file(folder / f"{sheet.name}.csv", text.getvalue().encode("utf-8-sig"))


def read_csv(folder: Path) -> dict[str, list[Row]]:
    """The rows of each CSV file of a folder, by its name without ending. Raises BadTable."""
    return {path.stem: list(_rows_of(path)) for path in sorted(folder.glob("*.csv"))}


def _rows_of(path: Path) -> Iterator[Row]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadTable(f"{path} is larger than {MOST_BYTES // 1024 // 1024} MB")
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTable(f"{path} cannot be read as UTF-8: {error}") from None
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    try:
        for row in csv.DictReader(io.StringIO(text), delimiter=delimiter):
            if None in row:
                raise BadTable(f"{path}: a row has more cells than the heading: {str(row)[:80]}")
            yield {name: (cell or "").strip() for name, cell in row.items()}
    except csv.Error as error:
        raise BadTable(f"{path}: {error}") from None


def write_workbook(path: Path, sheets: Sequence[Sheet]) -> None:
    """One workbook with a sheet each, the heading standing still. Raises BadTable, OSError."""
    book = _openpyxl().Workbook()
    book.remove(book.active)
    for title, sheet in _titles(sheets).items():
        page = book.create_sheet(title)
        columns = [*sheet.columns, *_last(sheet)]
        page.append(columns)
        for row in sheet.rows:
            page.append([row.get(column, "") for column in columns])
        for cell in (cell for line in page.iter_rows() for cell in line):
            cell.number_format = "@"  # Text: else an office program makes dates of 1-2 and 16-1.
        page.freeze_panes = "B2"
    written = io.BytesIO()
    book.save(written)
    replace_file(path, written.getvalue())


def read_workbook(path: Path, sheets: Sequence[Sheet]) -> dict[str, list[Row]]:
    """The rows of each sheet of a workbook that `write_workbook` wrote, by the sheets' names. Raises BadTable."""
    names = {title: sheet.name for title, sheet in _titles(sheets).items()}
    try:
        book = _openpyxl().load_workbook(path, read_only=True, data_only=True)
        return {names[page.title]: _page_rows(page) for page in book if page.title in names}
    except BadTable:
        raise
    except Exception as error:  # Whatever a broken archive or its XML brings up.
        raise BadTable(f"{path} cannot be read as a workbook: {type(error).__name__}: {str(error)[:120]}") from None


def _page_rows(page: Any) -> list[Row]:
    lines = page.iter_rows(values_only=True)
    heading = [_cell(page.title, 1, value) for value in next(lines, ())]
    return [
        {name: _cell(page.title, number, value) for name, value in zip(heading, line, strict=False) if name}
        for number, line in enumerate(lines, 2)
    ]


def _cell(title: str, row: int, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if not isinstance(value, (str, int, float)):
        raise BadTable(f"{title}, row {row}: the program that saved it made a date of {value}: make the cell text")
    return str(value).strip()


def _titles(sheets: Sequence[Sheet]) -> Mapping[str, Sheet]:
    """The sheets by what a workbook can call them."""
    found: dict[str, Sheet] = {}
    for number, sheet in enumerate(sheets, 1):
        long = len(sheet.name) > LONGEST_TITLE
        found[f"{number} {sheet.name}"[:LONGEST_TITLE] if long else sheet.name] = sheet
    return found


def _last(sheet: Sheet) -> tuple[str, ...]:
    return () if CONFIRMED in sheet.columns else (CONFIRMED,)


def _openpyxl() -> Any:
    try:
        return import_module("openpyxl")
    except ImportError:
        raise BadTable(
            "workbooks need the optional extra: pip install 'wargame-tui[sheets]'; CSV needs nothing"
        ) from None
