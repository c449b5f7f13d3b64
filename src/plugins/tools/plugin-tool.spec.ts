import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathsInside, toolParameters } from './plugin-tool.js';

describe('pathsInside', () => {
  it('are relative to the workspace, once each, and none of what lies outside', () => {
    const declared = [
      'a.txt',
      './a.txt',
      'b/../c',
      '/work/d/e',
      '/work2/x',
      '../x',
      '',
      '/work',
      'C:x',
      'nul',
    ];
    expect(pathsInside('/work', declared)).toEqual(['a.txt', 'c', 'd/e']);
  });

  it('never lead out, whatever is told', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (declared) => {
        for (const path of pathsInside('/work', declared)) {
          expect(path).not.toMatch(/^\/|^\.\.(?:\/|$)/);
        }
      }),
    );
  });
});

describe('toolParameters', () => {
  const anything = { type: 'object', properties: {} };

  it('are the schema of an object that is not too large', () => {
    const schema = { type: 'object', required: ['a'] };
    expect(toolParameters(schema)).toEqual(schema);
  });

  it('take anything where the schema is none, or too large, or too deep', () => {
    expect(toolParameters({})).toEqual(anything);
    expect(toolParameters({ type: 'array' })).toEqual(anything);
    expect(toolParameters({ type: 'object', title: 'x'.repeat(8000) })).toEqual(anything);
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { a: deep };
    expect(toolParameters({ type: 'object', properties: deep })).toEqual(anything);
  });
});
