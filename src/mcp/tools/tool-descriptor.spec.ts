import { describe, expect, it } from '@jest/globals';
import { mcpLimits } from '../mcp-limits.js';
import { publishedName } from './published-tools.js';
import { capSchema, readDescriptor } from './tool-descriptor.js';

describe('readDescriptor', () => {
  it('keeps name, description and schema', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(readDescriptor({ name: 'x', description: 'Does x', inputSchema }, mcpLimits)).toEqual({
      name: 'x',
      description: 'Does x',
      parameters: inputSchema,
    });
  });

  it('spells and clips the description', () => {
    const description = `\u001b[31mred\u202e\u0007 ${'x'.repeat(5000)}`;
    const tool = readDescriptor({ name: 'x', description }, mcpLimits);
    expect(tool?.description).toMatch(/^red\\u\{202e\} xxx/);
    expect(tool?.description).toMatch(/…\(truncated at 1000 characters\)$/);
    expect(tool?.description).toHaveLength(1000 + '…(truncated at 1000 characters)'.length);
  });

  it.each([
    [null],
    ['x'],
    [{}],
    [{ name: '' }],
    [{ name: 7 }],
    [{ name: 'x'.repeat(300) }],
    [{ name: 're\u202emove' }],
  ])('finds no tool in %j', (entry) => {
    expect(readDescriptor(entry, mcpLimits)).toBeNull();
  });
});

describe('capSchema', () => {
  it.each([[undefined], [null], [[]], ['object']])('makes no arguments of %j', (schema) => {
    expect(capSchema(schema, 8000)).toEqual({ type: 'object', properties: {} });
  });

  it('keeps type and description of a schema that is too large', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`field-${index}`, { type: 'string' }]),
    );
    const schema = { type: 'object', description: 'Large', properties };
    expect(capSchema(schema, 8000)).toEqual({ type: 'object', description: 'Large' });
  });

  it('keeps the type of a schema that is too deep to write down', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as unknown;
    expect(capSchema(deep, 8000)).toEqual({ type: 'object' });
  });

  it('spells invisible characters in every text', () => {
    const invisible = 'a\u200bb';
    const schema = {
      type: 'object',
      properties: {
        ['descrip\u202etion']: { type: 'string', description: invisible, enum: [invisible] },
      },
    };
    expect(capSchema(schema, 8000)).toEqual({
      type: 'object',
      properties: {
        [String.raw`descrip\u{202e}tion`]: {
          type: 'string',
          description: String.raw`a\u{200b}b`,
          enum: [String.raw`a\u{200b}b`],
        },
      },
    });
  });
});

describe('publishedName', () => {
  it('names server and tool', () => {
    expect(publishedName('files', 'read_file')).toBe('mcp__files__read_file');
  });

  it('is a name that providers of models accept', () => {
    expect(publishedName('a', 'get weather/now!')).toBe('mcp__a__get_weather_now_');
    expect(publishedName('a', 'x'.repeat(200))).toMatch(/^mcp__a__x{47}_[0-9a-f]{8}$/);
    expect(publishedName('a', 'x'.repeat(200))).not.toBe(publishedName('a', 'x'.repeat(201)));
  });
});
