import { describe, expect, it } from '@jest/globals';
import { withoutNulls } from './mcp-tool.js';

/** True if a null for an optional argument of this schema is left out. */
const cases: readonly [schema: unknown, leftOut: boolean][] = [
  [{ type: 'string' }, true],
  [{ type: ['string', 'number'] }, true],
  [{ type: ['string', 'null'] }, false],
  [{ type: 'null' }, false],
  [{ type: 'string', nullable: true }, false],
  [{ enum: ['a', 'b'] }, true],
  [{ enum: ['a', null] }, false],
  [{ const: 1 }, true],
  [{ const: null }, false],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, true],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, false],
  [{ oneOf: [{ $ref: '#/$defs/text' }, { type: 'integer' }] }, true],
  [{ allOf: [{ type: ['string', 'null'] }, { $ref: '#/$defs/text' }] }, true],
  [{ $ref: '#/$defs/text' }, true],
  [{ $ref: '#/$defs/open' }, false],
  [{ $ref: '#/$defs/circle' }, false],
  [{ $ref: 'https://elsewhere/x' }, false],
  [{}, false],
  [true, false],
  [false, true],
];

const $defs = {
  text: { type: 'string' },
  open: { type: ['object', 'null'] },
  circle: { $ref: '#/$defs/circle' },
};

describe('withoutNulls', () => {
  it.each(cases)('%j: a null is left out: %s', (schema, leftOut) => {
    const parameters = { type: 'object', properties: { x: schema }, $defs };
    expect(withoutNulls({ x: null, y: 1 }, parameters)).toEqual(
      leftOut ? { y: 1 } : { x: null, y: 1 },
    );
  });

  it('keeps what is required, and what is not described', () => {
    const parameters = {
      type: 'object',
      properties: { x: { type: 'string' } },
      required: ['x'],
    };
    expect(withoutNulls({ x: null, z: null }, parameters)).toEqual({ x: null, z: null });
    expect(withoutNulls({ x: null }, { type: 'object' })).toEqual({ x: null });
  });

  it('looks into objects and the items of lists', () => {
    const entry = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const parameters = {
      type: 'object',
      properties: { one: entry, many: { type: 'array', items: entry } },
    };
    const given = { one: { a: null, b: 'b' }, many: [{ a: 'a', b: null }, null, 7] };
    expect(withoutNulls(given, parameters)).toEqual({
      one: { b: 'b' },
      many: [{ a: 'a' }, null, 7],
    });
  });

  it.each([
    { anyOf: [{ $ref: '#/$defs/entry' }, { type: 'null' }] },
    { oneOf: [{ type: 'null' }, { allOf: [{ $ref: '#/$defs/entry' }] }] },
    { type: 'object', additionalProperties: { type: 'string' } },
    { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/$defs/entry' }, { $ref: '#/$defs/circles' }] },
  ])('looks into objects behind choices and references, and into maps: %j', (x) => {
    const entry = { type: 'object', properties: { a: { type: 'string' } } };
    const circle = { $ref: '#/$defs/circles' };
    const circles = { anyOf: [circle, circle, circle] };
    const parameters = { type: 'object', properties: { x }, $defs: { entry, circles } };
    expect(withoutNulls({ x: { a: null } }, parameters)).toEqual({ x: {} });
    expect(withoutNulls({ x: { a: 'b' } }, parameters)).toEqual({ x: { a: 'b' } });
  });

  it('leaves an object alone that may be of several kinds, and a map of what may be null', () => {
    const entry = { type: 'object', properties: { a: { type: 'string' } } };
    const other = { type: 'object', properties: { a: { type: ['string', 'null'] } } };
    const map = { type: 'object', additionalProperties: { type: ['string', 'null'] } };
    const properties = { one: { anyOf: [entry, other] }, map };
    const given = { one: { a: null }, map: { a: null } };
    expect(withoutNulls(given, { type: 'object', properties })).toEqual(given);
  });

  it('makes no prototype of an argument', () => {
    const given = JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>;
    const kept = withoutNulls(given, { type: 'object', properties: {} });
    expect(Object.keys(kept)).toEqual(['__proto__']);
  });
});
