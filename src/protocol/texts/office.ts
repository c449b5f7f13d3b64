/** Notes in state frames about parts that are too large. */
export const stateTexts = {
  clipped: '… [shortened; the whole text is in GET /api/runs/<id>]',
  shortened: '… [shortened here]',
} as const;

export const serviceOffTexts = {
  mcp: 'MCP is not running in this process.',
  vendors: 'Vendor delegation is not running in this process.',
} as const;
