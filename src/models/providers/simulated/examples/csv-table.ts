import type { ExampleProject } from './example-project.js';

const program = 'csv-table/csv-to-table.mjs';
const tests = 'csv-table/csv-to-table.test.mjs';

const splitByComma = String.raw`/** The cells of one line. */
export function cellsOf(line) {
  return line.split(',').map((cell) => cell.trim());
}`;

const splitOutsideQuotes = String.raw`/** The cells of one line. A comma inside double quotes belongs to its cell; "" is one quote. */
export function cellsOf(line) {
  const cells = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (quoted && character === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') {
      quoted = !quoted;
    } else if (character === ',' && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += character;
    }
  }
  return [...cells, cell.trim()];
}`;

const lastTest = String.raw`test('refuses an empty file', () => {
  assert.throws(() => csvToTable('\n'), /is empty/);
});`;

const quoteTest = String.raw`test('keeps a comma inside quotes in its cell', () => {
  assert.deepEqual(cellsOf('"Smith, Jane",42'), ['Smith, Jane', '42']);
  assert.deepEqual(cellsOf('"say ""hello""",1'), ['say "hello"', '1']);
});`;

/** CSV to a Markdown table. The first version splits cells at commas inside quotes. */
export const csvTable: ExampleProject = {
  plan: [
    '**Where.** A new folder, `csv-table/`; nothing that exists is touched.',
    '',
    '| Part | Role | Checked by |',
    '|---|---|---|',
    '| Reading lines and cells, drawing the table, the command | backend-dev-1 | its tests |',
    '',
    `- \`${program}\`: \`cellsOf(line: string): string[]\` and \`csvToTable(csv: string): string\`; run as a command it reads the file it is given.`,
    `- \`${tests}\`: headings, short rows, a bar inside a cell, an empty file.`,
    '',
    '**Riskiest.** Reading cells: CSV looks simpler than it is.',
    '',
    `**Check that ends it.** \`node --test ${tests}\``,
  ].join('\n'),
  files: [
    {
      path: program,
      content: String.raw`#!/usr/bin/env node
/** Turns CSV into a Markdown table. The first line holds the headings. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

${splitByComma}

/** Converts all non-empty lines to a Markdown table. Throws if there is no line of headings. */
export function csvToTable(csv) {
  const lines = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [headings, ...rows] = lines.map(cellsOf);
  if (headings === undefined) throw new Error('The CSV is empty: it needs a line of headings.');
  const row = (cells) =>
    '| ' + headings.map((_, at) => (cells[at] ?? '').replaceAll('|', '\\|')).join(' | ') + ' |';
  return [row(headings), row(headings.map(() => '---')), ...rows.map(row)].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = process.argv[2];
  if (path === undefined) {
    console.error('Usage: node csv-to-table.mjs <file.csv>');
    process.exitCode = 2;
  } else {
    console.log(csvToTable(readFileSync(path, 'utf8')));
  }
}
`,
    },
    {
      path: tests,
      content: String.raw`import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, csvToTable } from './csv-to-table.mjs';

test('draws headings and rows', () => {
  assert.equal(csvToTable('name,age\nAda,36\n'), '| name | age |\n| --- | --- |\n| Ada | 36 |');
});

test('fills a short row', () => {
  assert.equal(csvToTable('a,b\n1').split('\n').at(-1), '| 1 |  |');
});

test('escapes a bar inside a cell', () => {
  assert.equal(csvToTable('a\nx|y').split('\n').at(-1), '| x\\|y |');
});

test('trims cells', () => {
  assert.deepEqual(cellsOf(' a , b '), ['a', 'b']);
});

${lastTest}
`,
    },
  ],
  objection: `1. \`${program}\`, \`cellsOf\`: a cell in quotes is split at its comma. The line \`"Smith, Jane",42\` becomes three cells, \`"Smith\`, \`Jane"\` and \`42\`, so every column after it moves by one. Smallest remedy: walk the characters, and take a comma for the end of a cell outside quotes only. A test with this very line belongs to it.`,
  mend: {
    program: { path: program, oldString: splitByComma, newString: splitOutsideQuotes },
    test: { path: tests, oldString: lastTest, newString: `${lastTest}\n\n${quoteTest}` },
    text: `The review was right: \`"Smith, Jane",42\` gave three cells. \`cellsOf\` now walks the characters and ends a cell at a comma outside quotes only; \`""\` inside quotes is one quote. Added the test with that line. The tests are run in the review.`,
  },
  command: `node --test ${tests}`,
  outcome: `\`node ${program} <file.csv>\` prints a CSV file as a Markdown table. Cells in quotes may hold commas and quotes.`,
};
