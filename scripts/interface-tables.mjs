/**
 * Generates docs/interface-tables.md: what goes over the wire, in tables, from the two interface
 * documents, the protocol schemas and the sources of limits and texts.
 */
import { join } from 'node:path';
import { docstringsIn, exactTexts } from './exact-texts.mjs';

const source = join(import.meta.dirname, '../src/protocol');
const { clientCommandTypes } = await import(join(source, 'commands.ts'));
const { serverEventTypes, streamOnlyEventTypes } = await import(join(source, 'events.ts'));
const { limits } = await import(join(source, 'limits.ts'));
const { recordSchemas } = await import(join(source, '../platform/openapi/record-schemas.ts'));

/** Statuses that every operation may answer; docs/interface.md lists them once. */
const common = new Set(['400', '403', '413', '429', '500', '503']);
const frames =
  /^(Client|Handled)?Command(?!Evidence|End$|Runner$)|^(Server|Persisted|StreamOnly)Event/;
const records = Object.entries(recordSchemas).filter(([name]) => !frames.test(name));
const isRecord = ([, { type }]) => type === 'object';
const isListed = (name) => records.some(([each]) => each === name);

/** @param openapi, asyncapi the two interface documents */
export function interfaceTables({ openapi, asyncapi }) {
  const { messages } = asyncapi.components;
  return `${[
    '# The interface in tables',
    'Made by `npm run schemas` from the code; change that, not this. [interface.md](interface.md) says what holds for all of it. `?` behind a name: it may be absent.',
    '## Routes',
    table(['Route', 'What it does', 'Takes', 'Answers'], routes(openapi)),
    '## Commands',
    'Every command may carry a `requestId`; the result is that of its `command.done`.',
    table(['Command', 'What it does', 'Fields', 'Result'], commands(messages)),
    unheard(messages),
    '## Events',
    'Every event carries `type` and `at`; one that is stored carries its number, `seq`.',
    table(['Event', 'What it says', 'Fields', 'Stored'], events(messages)),
    '## Records',
    ...records.filter(isRecord).flatMap(recordSection),
    '## Values',
    'What is written in words or is one of several.',
    table(
      ['Name', 'Values'],
      records.filter((each) => !isRecord(each)).map(([name, type]) => [code(name), typeOf(type)]),
    ),
    '## Limits',
    limitsTable(),
    '## Texts',
    'Each text by its name in `src/protocol/texts/`. `<name>` stands for a value, `<…>` for one of many texts, `⏎` for a new line. A text that can turn out in several ways has a line for each.',
    ...exactTexts(join(source, 'texts')).flatMap(textSection),
  ].join('\n\n')}\n`;
}

function routes({ paths, components }) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, parameters, requestBody, responses }]) => [
      code(`${method.toUpperCase()} ${path}`),
      cell(summary),
      [
        ...(parameters ?? []).filter(isNotInPath).map(parameter),
        ...body(requestBody, components),
      ].join('<br>'),
      Object.entries(responses)
        .filter(([status]) => !common.has(status))
        .map(([status, { content }]) => `${status} ${answer(content, components)}`.trim())
        .join('<br>'),
    ]),
  );
}

const isNotInPath = (parameter) => parameter.in !== 'path';

const parameter = ({ name, in: place, description, schema }) =>
  `${code(place === 'query' ? `?${name}=` : `${name}:`)} ${typeOf(schema)}${noted(description)}`;

function body(requestBody, components) {
  const schema = requestBody?.content['application/json'].schema;
  if (schema === undefined) return [];
  const record = partOf(schema) ?? (isListed(nameOf(schema)) ? typeOf(schema) : undefined);
  return record === undefined ? fields(components.schemas[nameOf(schema)] ?? schema) : [record];
}

function answer(content = {}, components) {
  const [[type, { schema }] = ['nothing', {}]] = Object.entries(content);
  return type === 'application/json' ? typeOf(schema, components) : code(type);
}

function commands(messages) {
  const results = recordSchemas.CommandResults.properties;
  return clientCommandTypes
    .filter((name) => name in messages)
    .map((name) => [
      code(name),
      cell(messages[name].summary),
      fields(messages[name].payload, ['type', 'requestId']).join('<br>'),
      results[name] === undefined ? referred('Done') : typeOf(results[name]),
    ]);
}

function unheard(messages) {
  const names = clientCommandTypes.filter((name) => !(name in messages)).map(code);
  return `Declared, and answered as unknown, since their routes do the work: ${names.join(', ')}.`;
}

function events(messages) {
  return serverEventTypes.map((name) => [
    code(name),
    cell(messages[name].summary),
    fields(messages[name].payload, ['type', 'at', 'seq']).join('<br>'),
    streamOnlyEventTypes.includes(name) ? 'no' : 'yes',
  ]);
}

function recordSection([name, schema]) {
  const rows = Object.entries(schema.properties ?? {}).map(([field, type]) => [
    code(field + (schema.required?.includes(field) ? '' : '?')),
    typeOf(type),
    cell(type.description ?? ''),
  ]);
  const { description } = schema;
  return [
    `### ${name}`,
    ...(description === undefined ? [] : [cell(description)]),
    table(['Field', 'Type', 'Meaning'], rows),
  ];
}

function limitsTable() {
  const notes = docstringsIn(join(source, 'limits.ts'));
  const rows = Object.entries(limits).map(([name, value]) => [
    code(name),
    value,
    cell(notes[name]),
  ]);
  return table(['Limit', 'Value', 'Meaning'], rows);
}

function textSection({ name, groups }) {
  const tables = groups.flatMap((group) => [
    `**\`${group.name}\`**${group.note === '' ? '' : `: ${cell(group.note)}`}`,
    table(
      ['Name', 'Wording'],
      group.texts.map(({ name, note, wordings }) => [
        code(name),
        [...(note === '' ? [] : [cell(note)]), ...wordings.map(code)].join('<br>'),
      ]),
    ),
  ]);
  return [`### Texts: ${name}`, ...tables];
}

function fields({ properties = {}, required = [] }, leftOut = []) {
  return Object.entries(properties)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, type]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${code(name + mark)}: ${typeOf(type)}${noted(type.description)}`;
    });
}

/** Describes a schema in words, with links to its records. */
function typeOf(schema, components) {
  const { $ref, type, items, anyOf, additionalProperties, properties } = schema;
  if ($ref !== undefined) return referred(nameOf(schema), components);
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (anyOf) return anyOf.map((each) => typeOf(each, components)).join(' or ');
  if (Array.isArray(type)) {
    return type.map((each) => typeOf({ ...schema, type: each }, components)).join(' or ');
  }
  if (type === 'array') return `list of ${typeOf(items ?? {}, components)}`;
  if (properties) return partOf(schema) ?? mapOf(schema) ?? `{ ${fields(schema).join(', ')} }`;
  if (typeof additionalProperties === 'object') {
    return `map of ${typeOf(additionalProperties, components)}`;
  }
  return type ?? 'anything';
}

function referred(name, components) {
  const schema = recordSchemas[name];
  if (schema === undefined) return typeOf(components?.schemas[name] ?? {}, components);
  return schema.type === 'object' ? `[${name}](#${name.toLowerCase()})` : `[${name}](#values)`;
}

const nameOf = ({ $ref }) => $ref?.split('/').at(-1);

/** Describes a patch: the fields of a record, all optional. */
function partOf({ properties, required = [] }) {
  if (properties === undefined) return undefined;
  const fieldsOf = (schema) => Object.keys(schema.properties ?? {}).join();
  const [name] = records.find(([, schema]) => fieldsOf(schema) === fieldsOf({ properties })) ?? [];
  if (name === undefined) return undefined;
  return `${required.length === 0 ? 'any fields of ' : ''}${referred(name)}`;
}

/** Describes a map with one field per value of an enumeration. */
function mapOf({ properties }) {
  const [name] =
    records.find(([, each]) => each.enum?.join() === Object.keys(properties).join()) ?? [];
  const types = new Set(Object.values(properties).map((type) => typeOf(type)));
  if (name === undefined || types.size > 1) return undefined;
  return `map of ${[...types].join()} by ${referred(name)}`;
}

const noted = (text) => (text === undefined ? '' : ` (${cell(text.replace(/\.$/, ''))})`);

function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Escapes text for a table cell; outside of code nothing is HTML. */
const cell = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replace(/(`[^`]*`)|</g, (_, span) => span ?? '&lt;');

/** Formats any text as code. */
function code(text) {
  const shown = text.replaceAll('\n', '⏎').replaceAll('|', '\\|');
  if (!shown.includes('`')) return `\`${shown}\``;
  return `\`\` ${shown} \`\``;
}
