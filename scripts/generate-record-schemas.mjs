/**
 * Makes the JSON schemas of every type of the vocabulary (src/protocol) from their TypeScript
 * declarations, docstrings included, then the documents of the HTTP interface and the socket and
 * docs/interface-tables.md from these. Nothing is described twice.
 *
 *   node scripts/generate-record-schemas.mjs           writes the files
 *   node scripts/generate-record-schemas.mjs --check   fails when a file is not up to date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const root = join(import.meta.dirname, '../');
const target = `${root}src/platform/openapi/record-schemas.ts`;

const header = `// Generated from src/protocol by scripts/generate-record-schemas.mjs (\`npm run schemas\`).

/** JSON schema of every type of the vocabulary, by its name. */
export const recordSchemas = {
`;

function generate() {
  const { definitions = {} } = createGenerator({
    path: `${root}src/protocol/{records/*,answers,events,commands,command-results}.ts`,
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

/** References point into the components of a document, under names that are allowed there. */
function asComponent(schema) {
  return JSON.stringify(schema, (key, value) =>
    key === '$ref'
      ? `#/components/schemas/${plain(decodeURIComponent(value.replace('#/definitions/', '')))}`
      : value,
  );
}

/** `ServerEventOf<ServerEventType>` has no name of its own that a document could use. */
function plain(name) {
  return name.replace(/\W+/g, '_').replace(/_$/, '');
}

const wanted = generate();
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== wanted) {
    console.error('src/platform/openapi/record-schemas.ts is not up to date: npm run schemas');
    process.exit(1);
  }
} else {
  writeFileSync(target, wanted);
}

// The documents are made from the schemas that have just been written.
await import('./generate-contracts.mjs');
