import { expect, it } from '@jest/globals';
import { foreignTexts } from '../texts/foreign.js';
import { mcpTexts } from '../texts/mcp.js';
import { toolTexts } from '../texts/tools.js';
import { vendorTexts } from '../texts/vendors.js';
import { wasDeclined } from './was-declined.js';

it.each([
  ['a command', toolTexts.shellDeclined],
  ['a page', foreignTexts.fetchDeclined('https://a.example')],
  ['a file', foreignTexts.writeDeclined(['Makefile'])],
  ['an MCP server', mcpTexts.declined('files', 'read')],
  ['an agent harness', vendorTexts.declined('Codex')],
])('a call for %s that a person refused is told by its text', (_call, resultPreview) => {
  expect(wasDeclined({ status: 'error', resultPreview })).toBe(true);
  expect(wasDeclined({ status: 'ok', resultPreview })).toBe(false);
});
