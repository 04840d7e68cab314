"""Games as files to be forwarded: an after-action report with maps, and a film for terminals."""
