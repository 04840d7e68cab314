"""Skeleton, a title of wargame-tui."""

from skeleton.title import SkeletonTitle

TITLE = SkeletonTitle()
"""What the entry point in pyproject.toml names."""
