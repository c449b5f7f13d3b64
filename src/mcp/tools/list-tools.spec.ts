import { describe, expect, it } from '@jest/globals';
import { hasValidHeaders } from './list-tools.js';

const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('hasValidHeaders', () => {
  it.each([
    ['no schema', undefined],
    ['no annotation', { type: 'object', properties: { a: { items: { type: 'string' } } } }],
    ['an annotated property', { properties: { region } }],
    ['one inside another', { properties: { a: { properties: { region } } } }],
    ['a property of the name', { properties: { 'x-mcp-header': { type: 'string' } } }],
  ])('takes %s', (_what, schema) => {
    expect(hasValidHeaders(schema)).toBe(true);
  });

  it.each([
    ['an empty name', { properties: { a: { ...region, 'x-mcp-header': '' } } }],
    ['no name of a header', { properties: { a: { ...region, 'x-mcp-header': 'My Region' } } }],
    ['a name twice', { properties: { a: region, b: { ...region, 'x-mcp-header': 'REGION' } } }],
    ['a number', { properties: { a: { ...region, type: 'number' } } }],
    ['an object', { properties: { a: { ...region, type: 'object' } } }],
    ['the whole', region],
    ['items of a list', { properties: { a: { type: 'array', items: region } } }],
    ['one of several', { anyOf: [{ properties: { region } }] }],
    ['a definition', { $defs: { region } }],
  ])('refuses %s', (_what, schema) => {
    expect(hasValidHeaders(schema)).toBe(false);
  });
});
