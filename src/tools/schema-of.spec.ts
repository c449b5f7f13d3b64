import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  anthropicSchema,
  geminiSchema,
  kimiSchema,
  openAiSchema,
} from '../../test/support/providers/core/schema-dialects.js';
import { commonLimits, toolProblem } from '../../test/support/providers/core/tool-limits.js';
import { portableSchema } from './schema-of.js';
import type { ToolParameters } from './tool.js';

/** The schema of one argument as shown to models. */
function argument(schema: unknown, definitions: object = {}): unknown {
  const shown = portableSchema({ type: 'object', properties: { x: schema }, ...definitions });
  return (shown['properties'] as Record<string, unknown>)['x'];
}

describe('portableSchema', () => {
  it('leaves a plain schema as it is', () => {
    const plain = {
      type: 'object',
      description: 'Reads.',
      properties: {
        path: { type: 'string', description: 'A path.', minLength: 1, enum: ['a', 'b'] },
        lines: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 9 }, maxItems: 3 },
        at: { type: 'string', format: 'date-time' },
        deep: { type: 'boolean' },
      },
      required: ['path'],
    };
    expect(portableSchema(plain)).toEqual(plain);
  });

  it.each<[string, ToolParameters, object]>([
    ['nothing', {}, { type: 'object', properties: {} }],
    ['no properties', { type: 'object' }, { type: 'object', properties: {} }],
    [
      'alternatives at the root',
      {
        anyOf: [
          { properties: { file: { type: 'string' } }, required: ['file'] },
          { properties: { url: { type: 'string' } }, required: ['url'] },
        ],
      },
      {
        type: 'object',
        description: '(takes one of: file | url)',
        properties: { url: { type: 'string' }, file: { type: 'string' } },
      },
    ],
    [
      'required names that it does not describe',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b', 'a', 7] },
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'names that Anthropic refuses',
      { type: 'object', properties: { $filter: { type: 'string' } }, required: ['$filter'] },
      { type: 'object', description: '(also takes "$filter")', properties: {} },
    ],
  ])('makes an object of %s', (_case, given, shown) => {
    expect(portableSchema(given)).toEqual(shown);
  });

  it.each<[string, unknown, unknown]>([
    ['an array of anything', { type: 'array' }, { type: 'array', items: anything() }],
    ['an open object', { type: 'object' }, { type: 'object', properties: {} }],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'string' } },
      {
        type: 'object',
        description: '(takes any names; each value: {"type":"string"})',
        properties: {},
      },
    ],
    [
      'a map of lists',
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'integer' } } },
      {
        type: 'object',
        description: '(takes any names; each value: {"type":"array","items":{"type":"integer"}})',
        properties: {},
      },
    ],
    [
      'a map by patterns',
      { type: 'object', patternProperties: { '^x-': { type: 'boolean' } } },
      { type: 'object', description: '(each value: {"type":"boolean"})', properties: {} },
    ],
    ['a text that may be null', { type: ['string', 'null'] }, { type: 'string' }],
    ['what may be null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer' }],
    [
      'several types',
      { type: ['string', 'number'], description: 'An id.' },
      { description: 'An id.', anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'a type beside alternatives',
      { type: 'string', oneOf: [{ enum: ['a'] }, { pattern: 'b+' }] },
      {
        anyOf: [
          { type: 'string', enum: ['a'] },
          { type: 'string', description: '(pattern: b+)' },
        ],
      },
    ],
    ['choices without a type', { enum: ['a', 'b', ''] }, { type: 'string', enum: ['a', 'b'] }],
    [
      'choices of numbers',
      { type: 'integer', enum: [1, 2] },
      { type: 'integer', description: '(one of: [1,2])' },
    ],
    ['one value', { const: 'on' }, { type: 'string', enum: ['on'] }],
    [
      'rules of numbers',
      { type: 'number', exclusiveMinimum: 0, multipleOf: 2, minimum: 'x' },
      { type: 'number', description: '(exclusiveMinimum: 0; multipleOf: 2)' },
    ],
    [
      'a format',
      { type: 'string', format: 'uri', description: 'Where.' },
      { type: 'string', description: 'Where. (format: uri)' },
    ],
    [
      'a tuple',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
    ],
    ['anything', true, anything()],
    ['no schema', 'object', anything()],
  ])('shows %s', (_case, given, shown) => {
    expect(argument(given)).toEqual(shown);
  });

  it.each<[string, unknown, unknown]>([
    ['text', { type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      'number with a description',
      { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'How many.' },
      { description: 'How many.', anyOf: [{ type: 'integer' }, { type: 'null' }] },
    ],
    [
      'choice',
      { enum: ['a', null], type: ['string', 'null'] },
      {
        description: '(one of: ["a",null])',
        anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }],
      },
    ],
    [
      'value of several types',
      { type: ['string', 'number', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    ],
    ['reference', { $ref: '#/$defs/maybe' }, { anyOf: [{ type: 'boolean' }, { type: 'null' }] }],
    [
      'OpenAPI',
      { type: 'string', nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    ['text that may not', { type: 'string' }, { type: 'string' }],
  ])('shows that a required %s can be null', (_case, schema, shown) => {
    const $defs = { maybe: { type: ['boolean', 'null'] } };
    const given = { type: 'object', properties: { x: schema }, required: ['x'], $defs };
    const made = portableSchema(given);
    expect(made['properties']).toEqual({ x: shown });
    expect(portableSchema(made)).toEqual(made);
  });

  it('keeps the types of maps for providers that take them, at every depth', () => {
    const map = (values: object) => ({ type: 'object', additionalProperties: values });
    const given = {
      type: 'object',
      properties: { tags: map({ type: 'string' }), deep: map(map({ type: 'integer' })) },
    };
    expect(portableSchema(given, { maps: true })['properties']).toMatchObject({
      tags: { type: 'object', additionalProperties: { type: 'string' } },
      deep: { additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } } },
    });
    expect(JSON.stringify(portableSchema(given))).not.toContain('additionalProperties":');
  });

  it('writes out references, in allOf too, and ends circles', () => {
    const $defs = {
      point: { type: 'object', properties: { at: { $ref: '#/$defs/number' } }, required: ['at'] },
      number: { type: 'number' },
      tree: { type: 'object', properties: { child: { $ref: '#/$defs/tree' } } },
      'a/b': { type: 'boolean' },
    };
    const point = { type: 'object', properties: { at: { type: 'number' } }, required: ['at'] };
    expect(argument({ $ref: '#/$defs/point' }, { $defs })).toEqual(point);
    expect(
      argument({ allOf: [{ $ref: '#/$defs/point' }], description: 'A point.' }, { $defs }),
    ).toEqual({ ...point, description: 'A point.' });
    expect(argument({ $ref: '#/$defs/a~1b' }, { $defs })).toEqual({ type: 'boolean' });
    expect(argument({ $ref: '#/$defs/tree' }, { $defs })).toEqual({
      type: 'object',
      properties: { child: anything() },
    });
    expect(argument({ $ref: 'https://elsewhere/x' }, { $defs })).toEqual(anything());
  });

  it('is bounded, whatever references make of a schema', () => {
    const long = 'x'.repeat(3000);
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `l${level}`,
        {
          description: long.slice(0, 100),
          properties: {
            a: { $ref: `#/$defs/l${level + 1}` },
            b: { $ref: `#/$defs/l${level + 1}` },
          },
          allOf: [{ $ref: `#/$defs/l${level + 2}` }, { $ref: `#/$defs/l${level + 3}` }],
        },
      ]),
    );
    const shown = portableSchema({ type: 'object', $ref: '#/$defs/l0', $defs });
    expect(JSON.stringify(shown).length).toBeLessThan(200_000);
  });

  it('is taken by every provider, whatever it was made of', () => {
    const keyword = fc.constantFrom(
      ...['type', 'properties', 'items', 'anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref'],
      ...['required', 'format', 'pattern', 'minimum', 'minLength', 'additionalProperties', 'if'],
      ...['description', 'default', 'prefixItems', '$defs', 'a', '$b', '__proto__'],
    );
    const word = fc.constantFrom(
      ...['string', 'object', 'array', 'null', 'number', '#/$defs/a', '#', '#/properties/a', ''],
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.dictionary(keyword, tie('value'), { maxKeys: 6 }),
      value: fc.oneof(
        { depthSize: 'small' },
        word,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(word, { maxLength: 3 }),
        tie('schema'),
        fc.array(tie('schema'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(schema, (given) => {
        const shown = portableSchema(given);
        const tools = [{ name: 'x', schema: shown }];
        for (const dialect of [openAiSchema, anthropicSchema, kimiSchema, geminiSchema]) {
          const limits = { ...commonLimits, nestedProperties: true, dialect };
          expect(toolProblem(tools, limits)).toBeNull();
        }
        expect(portableSchema(shown)).toEqual(portableSchema(portableSchema(shown)));
      }),
      { numRuns: 500 },
    );
  });
});

function anything(): object {
  return {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object', properties: {} },
      { type: 'array', items: { type: 'string' } },
    ],
  };
}
