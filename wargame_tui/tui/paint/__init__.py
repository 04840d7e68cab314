"""The printed map: terrain, water, roads and towns painted as on paper, brought to the screen in cells or in pixels.

Pillow and numpy are imported here and nowhere else, and only when a painted map is shown.
"""
