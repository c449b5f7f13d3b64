import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../platform/errors/office-error.js';
import { checkedTool } from './checked-tool.js';
import type { Tool, ToolArguments, ToolParameters, ToolResult } from './tool.js';
import { fakeContext } from '../../test/support/tool-context.js';

const parameters: ToolParameters = {
  type: 'object',
  additionalProperties: false,
  required: ['path', 'text'],
  properties: {
    path: { type: 'string', minLength: 1 },
    text: { type: 'string' },
    pattern: { type: 'string', minLength: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 25, default: 8 },
    all: { type: 'boolean' },
  },
};

function echo(run?: (args: ToolArguments) => ToolResult): Tool {
  return checkedTool({
    name: 'echo',
    description: '',
    parameters,
    pluginId: null,
    readOnly: true,
    run: async (args) => run?.(args) ?? { ok: true, content: JSON.stringify(args) },
  });
}

const call = (args: ToolArguments): Promise<ToolResult> => echo().run(args, fakeContext());
const given = { path: 'a', text: '' };

describe('checkedTool', () => {
  it.each([
    ['a default', {}, 8],
    ['a numeric string', { limit: '3' }, 3],
    ['a fraction', { limit: 3.9 }, 3],
    ['a fraction below zero', { limit: '-0.5' }, 1],
    ['too much', { limit: 9000 }, 25],
    ['null for an optional argument', { limit: null }, 8],
  ])('understands %s', async (_what, args, limit) => {
    const { content } = await call({ ...given, ...args });
    expect(JSON.parse(content)).toEqual({ ...given, limit });
  });

  it.each([
    ['no path', { text: '' }, 'Path argument must be a non-empty string.'],
    ['an empty path', { ...given, path: '' }, 'Path argument must be a non-empty string.'],
    ['a path that is no text', { ...given, path: 7 }, 'Path argument must be a non-empty string.'],
    ['an empty string', { ...given, pattern: '' }, 'echo requires a non-empty "pattern" string.'],
    ['a string that may be empty but is missing', { path: 'a' }, 'echo requires a "text" string.'],
    ['a word for a number', { ...given, limit: 'many' }, 'echo: "limit" must be integer.'],
    ['a word for a boolean', { ...given, all: 'yes' }, 'echo: "all" must be boolean.'],
    ['an argument it does not have', { ...given, mode: 1 }, 'echo has no argument "mode".'],
  ])('answers %s with what is wrong', async (_what, args, content) => {
    expect(await call(args)).toEqual({ ok: false, content });
  });

  it('turns a refusal into its text and a fault into a tool error', async () => {
    const throwing = (error: Error) =>
      echo(() => {
        throw error;
      }).run(given, fakeContext());
    expect((await throwing(new RefusedError('No.'))).content).toBe('No.');
    expect((await throwing(new Error('EIO'))).content).toBe('Tool error: EIO');
  });

  it('answers every JSON object with a result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (args) => {
        expect(typeof (await call({ ...given, ...args })).ok).toBe('boolean');
      }),
    );
  });
});
