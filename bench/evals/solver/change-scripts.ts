import type { ReplyCall } from '#test/support/providers/core/reply.js';
import type { TaskScript } from './task-script.js';
import { edit, read, search, shell, write } from './view.js';
import type { View } from './view.js';

/** Tasks that add, change or explain something. */
export const changeScripts: Readonly<Record<string, TaskScript>> = {
  'add-option': {
    build: [
      () => [read('README.md'), read('bin/count.mjs')],
      (view) => {
        const [option = ''] = view.inPrompt(/an option (--\w+)/);
        const [path = ''] = view.inLast(/^ *\d+\| (const path = .*;)$/m);
        const [print = ''] = view.inLast(/^ *\d+\| (console\.log\(.*\);)$/m);
        const [usage = ''] = view.inResults(/^ *\d+\| (node bin\/count\.mjs <file>)$/m);
        return [
          edit(
            'bin/count.mjs',
            path,
            `${path}\nconst asJson = process.argv.includes('${option}');`,
          ),
          edit(
            'bin/count.mjs',
            print,
            `if (asJson) console.log(JSON.stringify({ lines, words }));\nelse ${print}`,
          ),
          edit('README.md', usage, `${usage}\nnode bin/count.mjs ${option} <file>   # as JSON`),
          shell(`node bin/count.mjs ${option} README.md`),
        ];
      },
      (view) => `With the option it prints ${view.inLast(/(\{"lines":\d+,"words":\d+\})/)[0]}.`,
    ],
    verify: 'node bin/count.mjs --json README.md',
  },

  'refactor-rounding': {
    build: [
      () => [read('src/invoice.mjs'), shell('node --test')],
      (view) => {
        const [path = '', name = ''] = view.inPrompt(
          /(src\/\w+\.mjs) rounds[^]*function (\w+)\(amount\)/,
        );
        view.inResults(/((?:#|ℹ) fail 0)/);
        const text = view.fileShownIn(0);
        const rounded = text.replace(/Math\.round\((.*) \* 100\) \/ 100/g, `${name}($1)`);
        const helper = [
          '/** An amount rounded to cents. */',
          `export function ${name}(amount) {`,
          '  return Math.round(amount * 100) / 100;',
          '}',
          '',
          '',
        ].join('\n');
        return [write(path, `${helper}${rounded.trimEnd()}\n`), shell('node --test')];
      },
      (view) => `Rounding stands in one place. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}`,
    ],
    verify: 'node --test',
  },

  'small-service': {
    build: [
      (view) => {
        const [file = ''] = view.inPrompt(/service in (\w+\.mjs)/);
        const [health = '', healthy = ''] = view.inPrompt(/GET (\/\w+) answers (\{.*?\})/);
        const [path = ''] = view.inPrompt(/POST (\/\w+) takes/);
        const [refusal = ''] = view.inPrompt(/status 400 and (\{.*?\})/);
        return [write(file, service({ health, healthy, path, refusal }))];
      },
      () => [shell('node --check server.mjs && echo fine')],
      (view) => `The service is written; its syntax is ${view.inLast(/(fine)/)[0]}.`,
    ],
    verify: 'node --check server.mjs',
  },

  'answer-about-code': {
    research: [
      () => [search('AT|Austria', { path: '.' })],
      (view) => [read(view.inLast(/(src\/tax\/\w+\.mjs):\d+: const overrides/)[0] ?? '')],
      (view) => {
        const [rate = ''] = view.inLast(/overrides = \{ AT: (0\.\d+) \}/);
        const [path = ''] = view.inResults(/(src\/tax\/\w+\.mjs):\d+: const overrides/);
        return `FINDING: ${path} decides; AT has an override of ${rate}, which goes before the standard rate. Verified: read.`;
      },
    ],
  },

  'update-docs': {
    build: [
      () => [read('src/options.mjs'), read('README.md')],
      (view) => {
        const options = view.results[0] ?? '';
        const rows = [
          ...options.matchAll(/(\w+): \{ default: (?:'(\w+)'|(\w+)), help: '(.*?)' \}/g),
        ]
          .map(
            ([, name = '', text, word, help = '']) =>
              `| \`--${name}\` | ${text ?? word ?? ''} | ${help} |`,
          )
          .join('\n');
        const table = view.fileShown.slice(view.fileShown.indexOf('| `--'));
        return [edit('README.md', table.trimEnd(), rows)];
      },
      () => 'The table agrees with the code: three options with their defaults.',
    ],
    verify: 'git diff --stat',
  },

  'windows-line-endings': {
    build: [
      () => [read('src/limits.mjs')],
      (view) => {
        const [guests = ''] = view.inPrompt(/guests becomes (\d+)/);
        const [members = ''] = view.inPrompt(/members (\d+)/);
        const text = view.fileShown;
        const two = text.slice(text.indexOf('  guests'), text.indexOf('  admins'));
        return [edit('src/limits.mjs', two, `  guests: ${guests},\n  members: ${members},\n`)];
      },
      () => 'Both limits are changed.',
    ],
    verify: 'git diff --stat',
  },

  'rename-function': {
    plan: [
      (view) => [searchName(view)],
      (view) => `FILES TO CHANGE: ${found(view.last).join(' ')} (end of list)`,
    ],
    build: [
      (view) => planned(view).map((path) => read(path)),
      (view) => planned(view).map((path, index) => writeRenamed(view, path, index)),
      () => [shell('node --test')],
      (view) => `Renamed everywhere. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}`,
    ],
    alone: [
      (view) => [searchName(view)],
      (view) => found(view.last).map((path) => read(path)),
      (view) =>
        found(view.results[0] ?? '').map((path, index) => writeRenamed(view, path, index + 1)),
      () => [shell('node --test')],
      (view) => `Renamed everywhere. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}`,
    ],
    verify: 'node --test',
  },

  'write-tests': {
    build: [
      () => [read('src/slug.mjs')],
      (view) => {
        const [name = ''] = view.inLast(/export function (\w+)\(title\)/);
        const [file = ''] = view.inPrompt(/tests for \S+ in (test\/[\w.]+\.mjs)/);
        return [write(file, tests(name)), shell('node --test')];
      },
      (view) => `Five tests. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}`,
    ],
    verify: 'node --test',
  },
};

function searchName(view: View): ReplyCall {
  const [from = ''] = view.inPrompt(/function (\w+) to \w+ everywhere/);
  return search(`\\b${from}\\b`, { filesOnly: true });
}

const found = (result: string): readonly string[] =>
  result.split('\n').filter((line) => line.endsWith('.mjs'));

function planned(view: View): readonly string[] {
  const [list = ''] = view.inConversation(/FILES TO CHANGE: (.*) \(end of list\)/);
  return list.split(' ');
}

/** The file that was shown in a result, with the new name. */
function writeRenamed(view: View, path: string, index: number): ReplyCall {
  const [from = '', to = ''] = view.inPrompt(/function (\w+) to (\w+) everywhere/);
  const renamed = view.fileShownIn(index).replace(new RegExp(String.raw`\b${from}\b`, 'g'), to);
  return write(path, `${renamed.trimEnd()}\n`);
}

interface ServiceWords {
  readonly health: string;
  readonly healthy: string;
  readonly path: string;
  readonly refusal: string;
}

function service({ health, healthy, path, refusal }: ServiceWords): string {
  return `import { createServer } from 'node:http';

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** The sum of a body's numbers; null if it is not a list of numbers. */
function sumOf(body) {
  try {
    const { numbers } = JSON.parse(body);
    const isList = Array.isArray(numbers) && numbers.every((number) => typeof number === 'number');
    return isList ? numbers.reduce((sum, number) => sum + number, 0) : null;
  } catch {
    return null;
  }
}

createServer(async (request, response) => {
  if (request.method === 'GET' && request.url === '${health}') return answer(response, 200, '${healthy}');
  if (request.method !== 'POST' || request.url !== '${path}') return answer(response, 404, '{}');
  let body = '';
  for await (const piece of request) body += piece;
  const sum = sumOf(body);
  if (sum === null) answer(response, 400, '${refusal}');
  else answer(response, 200, JSON.stringify({ sum }));
}).listen(Number(process.env.PORT ?? 8080));
`;
}

const tests = (name: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/slug.mjs';

test('capitals', () => assert.equal(${name}('ABC'), 'abc'));
test('umlauts', () => assert.equal(${name}('Größe äöü'), 'groesse-aeoeue'));
test('repeated separators', () => assert.equal(${name}('a -- b'), 'a-b'));
test('a separator at the end', () => assert.equal(${name}('a!'), 'a'));
test('a separator at the beginning', () => assert.equal(${name}('!a'), 'a'));
`;
