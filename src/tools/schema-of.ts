import { isDeepStrictEqual } from 'node:util';
import type { ToolSchema } from '../models/gateway/model-call.js';
import { saysNull } from './nullable.js';
import {
  holdingTogether,
  joinedForms,
  listIn,
  objectOf,
  objectsIn,
  pointedAt,
  type Schema,
  textsIn,
} from './schema-parts.js';
import { hintsOf, numberRules, stringRules, typeOf, wholeCounts } from './schema-rules.js';
import { fittedDescription } from './tool-description.js';
import type { Tool, ToolParameters } from './tool.js';

const known = new WeakMap<Tool, ToolSchema>();

/**
 * A tool's schema in a form that every provider accepts; memoised by tool, so derived values can be
 * cached.
 */
export function schemaOf(tool: Tool): ToolSchema {
  const schema = known.get(tool);
  if (schema !== undefined) return schema;
  const { name, description, told = description, parameters, shown = parameters } = tool;
  const common = portableSchema(shown);
  const withMaps = portableSchema(shown, { maps: true });
  const hasMaps = !isDeepStrictEqual(withMaps, common);
  const made = {
    name,
    description: fittedDescription(told),
    parameters: common,
    ...(hasMaps && { withMaps }),
  };
  known.set(tool, made);
  return made;
}

/** Bounds of the result, whatever references expand to. */
const mostNodes = 500;
const mostCharacters = 16_000;
const deepest = 12;
const mostHiddenNames = 20;

/** Anthropic accepts only such names of arguments. */
const shownName = /^[a-zA-Z0-9_.-]{1,64}$/;

interface Resolved {
  readonly schema: Schema;
  /** References followed so far; a repeated one is a cycle. */
  readonly seen: readonly string[];
}

/** Schema features beyond those that every provider accepts. */
interface SchemaForm {
  /** Types of a map's values (`additionalProperties`). */
  readonly maps: boolean;
}

const common: SchemaForm = { maps: false };

/**
 * Rewrites a schema of arguments in the subset of JSON Schema that every model provider accepts:
 * objects list their properties and arrays their items, every value has a type, references are
 * expanded, alternatives occur only below the root and with types. The rest is put into
 * descriptions. The rules are in docs/models.md.
 */
export function portableSchema(parameters: ToolParameters, form = common): ToolParameters {
  return new SchemaWriter(parameters, form).root();
}

class SchemaWriter {
  private nodes = mostNodes;
  private characters = mostCharacters;

  constructor(
    private readonly given: Schema,
    private readonly form: SchemaForm,
  ) {}

  /** Alternatives at the root are merged into one object, because providers refuse them there. */
  root(): Schema {
    const { schema, seen } = this.resolved(this.given, []);
    return this.object(this.joined(schema, seen), 0, seen);
  }

  private node(given: unknown, depth: number, before: readonly string[]): Schema {
    this.nodes -= 1;
    const data = objectOf(given);
    if (data === undefined || this.nodes < 0 || depth > deepest) return this.anyValue({});
    const { schema, seen } = this.resolved(data, before);
    const choices = alternativesOf(schema);
    if (choices.length < 2) return this.typed(this.withOnly(schema, choices, seen), depth);
    if (schema['properties'] !== undefined) {
      return this.typed({ schema: this.joined(schema, seen), seen }, depth);
    }
    const { description } = schema;
    const anyOf = choices.map((choice) => this.node(choice, depth + 1, seen));
    return { ...this.described({ description }), anyOf };
  }

  private typed({ schema, seen }: Resolved, depth: number): Schema {
    const type = typeOf(schema);
    switch (type) {
      case 'object':
        return this.object(schema, depth, seen);
      case 'array':
        return this.array(schema, depth, seen);
      case 'string':
        return { type, ...this.described(schema), ...this.affordable(stringRules(schema)) };
      case 'integer':
      case 'number':
        return { type, ...this.described(schema), ...numberRules(schema) };
      case 'boolean':
        return { type, ...this.described(schema) };
      default:
        return this.anyValue(schema);
    }
  }

  private object(schema: Schema, depth: number, seen: readonly string[]): Schema {
    const given = objectOf(schema['properties']) ?? {};
    const shown = Object.keys(given).filter((name) => shownName.test(name));
    const hidden = Object.keys(given).filter((name) => !shownName.test(name));
    const told = hidden.slice(0, mostHiddenNames).map((name) => JSON.stringify(name));
    const required = new Set(textsIn(schema, 'required').filter((name) => shown.includes(name)));
    const values = this.valuesOf(schema, depth, seen);
    const further = [
      ...(values === undefined ? [] : [describeValues(values)]),
      ...(told.length === 0 ? [] : [`also takes ${told.join(', ')}`]),
    ];
    const properties = shown.map((name) => {
      const node = this.node(given[name], depth + 1, seen);
      return [name, required.has(name) ? this.orNull(given[name], node) : node];
    });
    return {
      type: 'object',
      ...this.described(schema, further),
      properties: Object.fromEntries(properties) as Schema,
      ...(required.size > 0 && { required: [...required] }),
      ...(this.form.maps && values !== undefined && { additionalProperties: values }),
    };
  }

  /** Schema of a map's values; undefined: not a map, or unrestricted. */
  private valuesOf(schema: Schema, depth: number, seen: readonly string[]): Schema | undefined {
    const values = [
      schema['additionalProperties'],
      ...Object.values(objectOf(schema['patternProperties']) ?? {}),
    ].find((each) => Object.keys(objectOf(each) ?? {}).length > 0);
    return values === undefined ? undefined : this.node(values, depth + 1, seen);
  }

  /** A required value may have to be null, so null is allowed. */
  private orNull(given: unknown, node: Schema): Schema {
    if (!saysNull(given, this.given)) return node;
    const { description, anyOf, ...own } = node;
    const choices = Array.isArray(anyOf) ? (anyOf as readonly Schema[]) : [own];
    return {
      ...(typeof description === 'string' && { description }),
      anyOf: [...choices.filter(({ type }) => type !== 'null'), { type: 'null' }],
    };
  }

  private array(schema: Schema, depth: number, seen: readonly string[]): Schema {
    const inOrder = [...listIn(schema, 'prefixItems'), ...listIn(schema, 'items')];
    const { items = {} } = schema;
    return {
      type: 'array',
      ...this.described(schema),
      items: this.node(inOrder.length === 0 ? items : { anyOf: inOrder }, depth + 1, seen),
      ...wholeCounts(schema, 'minItems', 'maxItems'),
    };
  }

  private anyValue(schema: Schema): Schema {
    const anyOf = [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'object', properties: {} },
      { type: 'array', items: { type: 'string' } },
    ];
    return { ...this.described(schema), anyOf };
  }

  /** Expands its reference and its `allOf`. */
  private resolved(schema: Schema, before: readonly string[]): Resolved {
    const { $ref: reference, allOf: _, ...own } = schema;
    let seen = before;
    const parts = [...objectsIn(schema, 'allOf')];
    if (typeof reference === 'string' && !before.includes(reference)) {
      seen = [...before, reference];
      parts.unshift(pointedAt(this.given, reference) ?? {});
    }
    if (parts.length === 0) return { schema: own, seen };
    const whole = parts.map((part) => {
      this.nodes -= 1;
      if (this.nodes < 0) return {};
      const resolved = this.resolved(part, seen);
      seen = [...new Set([...seen, ...resolved.seen])];
      return resolved.schema;
    });
    return { schema: holdingTogether([own, ...whole]), seen };
  }

  private joined(schema: Schema, seen: readonly string[]): Schema {
    const { anyOf: _, oneOf: __, ...own } = schema;
    const forms = [...objectsIn(schema, 'anyOf'), ...objectsIn(schema, 'oneOf')];
    if (forms.length === 0) return own;
    return joinedForms(
      own,
      forms.map((form) => this.resolved(form, seen).schema),
    );
  }

  private withOnly(schema: Schema, [choice]: readonly Schema[], seen: readonly string[]): Resolved {
    const { anyOf: _, oneOf: __, ...own } = schema;
    const { description } = own;
    return this.resolved(
      { ...own, ...choice, ...(typeof description === 'string' && { description }) },
      seen,
    );
  }

  /**
   * The description, extended by what the schema cannot say everywhere; none once the room is used
   * up.
   */
  private described(schema: Schema, further: readonly string[] = []): Schema {
    const { description } = schema;
    const hints = [...hintsOf(schema), ...further];
    const texts = typeof description === 'string' && description !== '' ? [description] : [];
    if (hints.length > 0) texts.push(`(${hints.join('; ')})`);
    return texts.length === 0 ? {} : this.affordable({ description: texts.join(' ') });
  }

  /** The rules, or none if they do not fit. */
  private affordable(rules: Schema): Schema {
    const { length } = JSON.stringify(rules);
    if (length > this.characters) return {};
    this.characters -= length;
    return rules;
  }
}

const longestValues = 200;

/** Describes a map's values for providers that accept no schema for them. */
function describeValues(values: Schema): string {
  const text = JSON.stringify(values);
  const types = typeof values['type'] === 'string' ? values['type'] : 'several types';
  return `each value: ${text.length <= longestValues ? text : types}`;
}

/** The alternatives of a value, without null and unsatisfiable ones. */
function alternativesOf(schema: Schema): readonly Schema[] {
  const { type, description: _, anyOf: __, oneOf: ___, ...rules } = schema;
  const listed = [...objectsIn(schema, 'anyOf'), ...objectsIn(schema, 'oneOf')]
    .filter((choice) => choice['type'] !== 'null' && choice['not'] === undefined)
    .map((choice) => (typeof type === 'string' ? { type, ...choice } : choice));
  if (listed.length > 0) return listed;
  const types = textsIn(schema, 'type').filter((name) => name !== 'null');
  return types.map((name) => ({ ...rules, type: name }));
}
