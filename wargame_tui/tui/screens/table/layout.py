"""How the table is laid out at every width: map, panes, bars; narrow terminals have one pane at a time, in a drawer."""

WIDTHS = [(0, "-narrow"), (110, "-medium"), (220, "-wide")]
HEIGHTS = [(0, "-low"), (55, "-tall")]
STYLE = """
TableScreen {
    layout: vertical;
    & * {
        scrollbar-color: #4a515a;
        scrollbar-color-hover: #6a727c;
        scrollbar-color-active: #8a929c;
        scrollbar-background: transparent;
        scrollbar-background-hover: transparent;
        scrollbar-background-active: transparent;
    }
    & #table-body { height: 1fr; layout: grid; grid-size: 2 2; grid-columns: 1fr 46; grid-rows: 1fr 11; }
    & #field { row-span: 2; layers: below above; }
    & MapWidget { layer: below; }
    & BattlePanel, & Banner, & Gate { layer: above; }
    & Overview { layer: above; dock: right; width: 44; height: 16; display: none; }
    & Overview.-shown { display: block; }
    & Overview.-idle { display: none; }
    & #side DecisionPane { height: 3fr; }
    & #side HerePane { height: 2fr; background: $surface-darken-1; }
    & LogPane { background: $background; }

    &.-medium.-fighting #side HerePane { height: 7; }
    &.-medium.-fighting #side DecisionPane { height: 1fr; }

    &.-medium.-tall #table-body { grid-columns: 1fr 54; grid-rows: 1fr 16; }
    &.-wide #table-body { grid-size: 3 1; grid-columns: 1fr 52 38; grid-rows: 1fr; }
    &.-wide #field { row-span: 1; }
    &.-wide #side DecisionPane { height: 1fr; }
    &.-wide #side HerePane { height: 1fr; }

    &.-narrow #table-body { layout: vertical; }
    &.-narrow DrawerTabs { display: block; }
    &.-narrow #field { height: 1fr; }
    &.-narrow #side { height: 9; display: none; }
    &.-narrow LogPane { height: 9; display: none; }
    &.-narrow DecisionPane { display: none; }
    &.-narrow HerePane { display: none; }
    &.-narrow #side DecisionPane, &.-narrow #side HerePane { height: 1fr; }
    &.-narrow.-decide #side, &.-narrow.-decide DecisionPane { display: block; }
    &.-narrow.-here #side, &.-narrow.-here HerePane { display: block; }
    &.-narrow.-log LogPane { display: block; }
    &.-narrow #choose { layout: horizontal; }
    &.-narrow #choose DecisionList { width: 1fr; }
    &.-narrow #choose OddsPane { width: 38; height: 1fr; max-height: 100%; border-top: none; }
    &.-narrow #prompt { max-height: 2; }
    &.-narrow #happened { max-height: 1; }
    &.-narrow.-fighting #side { height: 8; }
    &.-narrow.-covered #side, &.-narrow.-awaited #side { display: none; }

    &.-bare #table-body { layout: vertical; }
    &.-bare #field { height: 1fr; }
    &.-bare #side, &.-bare LogPane, &.-bare DrawerTabs { display: none; }
}
"""
