import type { Json } from './provider-rules.js';

/** A part of a schema that a provider refuses. */
export interface DialectProblem {
  /** The forbidden or missing keyword. */
  readonly keyword: string;
  readonly path: readonly string[];
}

/** Finds the first part of a schema that a provider refuses; `path` is empty at the root. */
export type SchemaDialect = (schema: Json, path: readonly string[]) => DialectProblem | null;

/** https://github.com/langchain-ai/langchainjs/issues/9804 */
export const openAiSchema: SchemaDialect = (schema, path) =>
  keywordAtRoot(schema, path, ['oneOf', 'anyOf', 'allOf', 'enum', 'not']) ??
  // https://github.com/smallmain/vscode-unify-chat-provider/issues/162
  eachBelow(schema, path, (child, at) =>
    isObject(child) || typeof child === 'boolean' ? null : { keyword: 'no schema', path: at },
  );

/**
 * https://github.com/anthropics/claude-code/issues/5319 (root),
 * https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes (references, names)
 */
export const anthropicSchema: SchemaDialect = (schema, path) => {
  const names = Object.keys(propertiesOf(schema));
  const bad = names.find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name));
  if (bad !== undefined) return { keyword: 'name', path: [...path, 'properties', bad] };
  if ('$ref' in schema) return { keyword: '$ref', path };
  return (
    keywordAtRoot(schema, path, ['oneOf', 'anyOf', 'allOf']) ??
    eachBelow(schema, path, (child, at) => (isObject(child) ? anthropicSchema(child, at) : null))
  );
};

/**
 * https://github.com/MoonshotAI/kimi-code/issues/2661 (a type beside alternatives),
 * https://github.com/router-for-me/CLIProxyAPI/issues/5571 (no type, references)
 */
export const kimiSchema: SchemaDialect = (schema, path) => {
  const alternatives = ['anyOf', 'oneOf', 'allOf'].find((keyword) => keyword in schema);
  if (alternatives !== undefined && 'type' in schema) return { keyword: alternatives, path };
  if ('$ref' in schema) return { keyword: '$ref', path };
  if (alternatives === undefined && !('type' in schema)) return { keyword: 'type', path };
  return eachBelow(schema, path, (child, at) =>
    isObject(child) ? kimiSchema(child, at) : { keyword: 'type', path: at },
  );
};

/** https://ai.google.dev/api/caching#Schema */
const geminiKeywords = new Set(
  [
    'type format title description nullable enum maxItems minItems properties required',
    'minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering',
    'default items minimum maximum',
  ].flatMap((line) => line.split(' ')),
);

/**
 * https://github.com/pizza-bot-app/pizza-bot/issues/62 (keywords),
 * https://github.com/microsoft/azure-devops-mcp/issues/139 (choices),
 * https://github.com/hideya/langchain-mcp-tools-ts/issues/36 (formats),
 * https://github.com/zereight/gitlab-mcp/issues/166 (types)
 */
export const geminiSchema: SchemaDialect = (schema, path) => {
  const unknown = Object.keys(schema).find((keyword) => !geminiKeywords.has(keyword));
  if (unknown !== undefined) return { keyword: unknown, path };
  const { type, enum: choices, format, anyOf } = schema;
  if (anyOf === undefined && typeof type !== 'string') return { keyword: 'type', path };
  const texts = Array.isArray(choices) ? (choices as readonly unknown[]) : [];
  if (texts.some((choice) => typeof choice !== 'string' || choice === '')) {
    return { keyword: 'enum', path };
  }
  if (type === 'string' && format !== undefined && format !== 'date-time') {
    return { keyword: 'format', path };
  }
  return eachBelow(schema, path, (child, at) =>
    isObject(child) ? geminiSchema(child, at) : { keyword: 'no schema', path: at },
  );
};

function keywordAtRoot(
  schema: Json,
  path: readonly string[],
  keywords: readonly string[],
): DialectProblem | null {
  const found = path.length === 0 ? keywords.find((keyword) => keyword in schema) : undefined;
  return found === undefined ? null : { keyword: found, path };
}

function eachBelow(
  schema: Json,
  path: readonly string[],
  check: (child: unknown, path: readonly string[]) => DialectProblem | null,
): DialectProblem | null {
  const children: [unknown, readonly string[]][] = Object.entries(propertiesOf(schema)).map(
    ([name, child]) => [child, [...path, 'properties', name]],
  );
  if ('items' in schema) children.push([schema['items'], [...path, 'items']]);
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) {
    anyOf.forEach((child, index) => children.push([child, [...path, 'anyOf', String(index)]]));
  }
  for (const [child, at] of children) {
    const found = check(child, at);
    if (found !== null) return found;
  }
  return null;
}

function propertiesOf({ properties }: Json): Json {
  return isObject(properties) ? properties : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
