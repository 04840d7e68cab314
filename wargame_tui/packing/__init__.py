"""Data packs written and read as spreadsheets: what an owner of a printed game copies from it, table by table."""
