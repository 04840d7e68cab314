"""What the commander titles share: checks, cups of chits, levels of victory (chapter 2 of their reference)."""
