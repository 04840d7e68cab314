"""Games played live between two machines: letters that are exchanged at once, over one connection."""
