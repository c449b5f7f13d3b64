/** Limits of a panel; the excess is cut, never refused. */
export const widgetLimits = {
  widgets: 24,
  /** Rows of a table or of keys and values. */
  rows: 60,
  /** Items of a list, or bars. */
  items: 60,
  columns: 8,
  textCharacters: 500,
  /** Labels, keys and column heads. */
  labelCharacters: 120,
  unitCharacters: 24,
} as const;
