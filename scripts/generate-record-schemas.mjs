/**
 * Generates the JSON schemas of every protocol type (src/protocol) from the TypeScript declarations
 * and docstrings, then the documents of the HTTP interface and the socket and
 * docs/interface-tables.md from these.
 *
 *    node scripts/generate-record-schemas.mjs           writes the files
 *    node scripts/generate-record-schemas.mjs --check   fails if a file is not up to date
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const root = join(import.meta.dirname, '../');
const target = `${root}src/platform/openapi/record-schemas.ts`;

const header = `// Generated from src/protocol by scripts/generate-record-schemas.mjs (\`npm run schemas\`).

/** JSON schemas of the protocol types, by name. */
export const recordSchemas = {
`;

const sources = 'src/protocol/{records/*,answers,events,commands,command-results}.ts';

/** Fails if two files export a type of one name: the generator would keep only one of them. */
function refuseSameNames() {
  const files = new Map();
  for (const file of globSync(sources, { cwd: root })) {
    const text = readFileSync(root + file, 'utf8');
    for (const [, name] of text.matchAll(/^export (?:interface|type) (\w+)/gm)) {
      if (files.has(name)) throw new Error(`${name} is in ${files.get(name)} and ${file}`);
      files.set(name, file);
    }
  }
}

function generate() {
  const { definitions = {} } = createGenerator({
    path: root + sources,
    tsconfig: `${root}tsconfig.json`,
    expose: 'export',
    jsDoc: 'extended',
    skipTypeCheck: true,
    additionalProperties: true,
    discriminatorType: 'json-schema',
  }).createSchema('*');
  const lines = Object.entries(definitions)
    .map(([name, schema]) => `  ${plain(name)}: ${asComponent(schema)},\n`)
    .sort();
  return `${header}${lines.join('')}};\n`;
}

/** Points references into the components of a document, under names allowed there. */
function asComponent(schema) {
  return JSON.stringify(schema, (key, value) =>
    key === '$ref'
      ? `#/components/schemas/${plain(decodeURIComponent(value.replace('#/definitions/', '')))}`
      : value,
  );
}

/**
 * Removes type arguments from a name: `ServerEventOf<ServerEventType>` is not allowed in a
 * document.
 */
function plain(name) {
  return name.replace(/\W+/g, '_').replace(/_$/, '');
}

refuseSameNames();
const wanted = generate();
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== wanted) {
    console.error('src/platform/openapi/record-schemas.ts is not up to date: npm run schemas');
    process.exit(1);
  }
} else {
  writeFileSync(target, wanted);
}

// The documents are made from the schemas just written.
await import('./generate-contracts.mjs');
