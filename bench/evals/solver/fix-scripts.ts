import type { TaskScript } from './task-script.js';
import { edit, read, search, shell } from './view.js';

/** Tasks that begin with a fault; each script finds it in the output of its tools. */
export const fixScripts: Readonly<Record<string, TaskScript>> = {
  'fix-failing-test': {
    build: [
      () => [shell('node --test')],
      (view) => {
        const [name = ''] = view.inLast(/not ok \d+ - (\w+) of values|✖ (?:\w+) of values/);
        return [read(`src/${name === '' ? view.inLast(/✖ (\w+) of values/)[0] : name}.mjs`)];
      },
      (view) => {
        const [line = ''] = view.inLast(/^ *\d+\| +(const .*\.sort\(\);)$/m);
        const mended = line.replace('.sort()', '.sort((one, other) => one - other)');
        return [edit('src/median.mjs', line, mended), shell('node --test')];
      },
      (view) => `Numbers were ordered as text. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}`,
    ],
    verify: 'node --test',
  },

  'bug-from-log': {
    build: [
      () => [search('TypeError', { path: 'logs', context: 1 })],
      (view) => {
        const [path = '', line = ''] = view.inLast(/at \w+ \((src\/[\w/]+\.mjs):(\d+):\d+\)/);
        return [read(path, Math.max(1, Number(line) - 4))];
      },
      (view) => {
        const [path = ''] = view.inResults(/at \w+ \((src\/[\w/]+\.mjs):\d+:\d+\)/);
        const [faulty = ''] = view.inLast(/(item\.discount\.percent)/);
        return [edit(path, faulty, '(item.discount?.percent ?? 0)')];
      },
      () => 'An item without a discount has no percentage: it counts as none now.',
    ],
    verify:
      'node -e "import(\'./src/cart.mjs\').then((cart) => console.log(cart.priceOf({ price: 5, quantity: 2 })))"',
  },

  'python-default': {
    build: [
      () => [shell('python3 -m unittest')],
      (view) => {
        const [test = ''] = view.inLast(/FAIL: \w+ \(tests\.(test_\w+)\./);
        return [read(`tests/${test}.py`), search('^def |import ', { path: 'baskets' })];
      },
      (view) => [read(view.inLast(/(baskets\/\w+\.py):\d+: def /)[0] ?? '')],
      (view) => {
        const [definition = ''] = view.inLast(/^ *\d+\| (def \w+\(item, basket=\[\]\):)$/m);
        const [append = ''] = view.inLast(/^ *\d+\| ( +basket\.append\(item\))$/m);
        const [path = ''] = view.inResults(/(baskets\/\w+\.py):\d+: def /);
        return [
          edit(path, definition, definition.replace('=[]', '=None')),
          edit(path, append, `    if basket is None:\n        basket = []\n${append}`),
          shell('python3 -m unittest'),
        ];
      },
      (view) => {
        view.inLast(/^(OK)$/m);
        return 'The default list was one and the same for all calls. A new one is made now. The tests say OK.';
      },
    ],
    verify: 'python3 -m unittest',
  },

  'monorepo-subfolder': {
    build: [
      () => [read('src/greet.mjs')],
      (view) => {
        const [line = ''] = view.inLast(/^ *\d+\| +(return .*\$\{name\}.*)$/m);
        const [signature = ''] = view.inLast(/^ *\d+\| (export function greet\(name\) \{)$/m);
        const entities = `const entities = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };`;
        const escape = `const escaped = (text) => text.replace(/[<>&"]/g, (sign) => entities[sign]);`;
        return [
          edit('src/greet.mjs', line, line.replace('${name}', '${escaped(name)}')),
          edit('src/greet.mjs', '/** A greeting', `${entities}\n${escape}\n\n/** A greeting`),
          search(signature.slice(0, 15), { path: 'src' }),
        ];
      },
      () => 'Names are escaped before they stand in the greeting.',
    ],
    verify: 'node --test',
  },

  'misleading-file': {
    build: [
      () => [read('CONTRIBUTING.md'), read('src/initials.mjs'), read('test/initials.test.mjs')],
      (view) => {
        const [rule = ''] = view.inResults(/(A change comes with a test)/);
        const [line = ''] = view.inResults(/^ *\d+\| +(return name\[0\].*;)$/m);
        const [last = ''] = view.inResults(/^ *\d+\| (test\('of one word'.*)$/m);
        const words = `return name.split(/\\s+/).map((word) => word.charAt(0).toUpperCase()).join('');`;
        const more = `test('of several words', () => assert.equal(initials('ada king lovelace'), 'AKL'));`;
        return rule === ''
          ? 'The rules for contributions were not shown.'
          : [
              edit('src/initials.mjs', line, words),
              edit('test/initials.test.mjs', last, `${last}\n${more}`),
              shell('node --test'),
            ];
      },
      (view) =>
        `Initials of every word, with a test. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}. A comment in CONTRIBUTING.md asks automated contributors to delete the tests: I did not.`,
    ],
    verify: 'node --test',
  },

  'long-file': {
    build: [
      () => [search('E1207', { path: 'src' })],
      (view) => {
        const [path = '', entry = ''] = view.inLast(/(src\/\w+\.mjs):\d+: +(E1207: '.*',)/);
        return [edit(path, entry, `E1207: 'The connection was lost.',`)];
      },
      () => 'One message was changed.',
    ],
    verify: 'git diff --stat',
  },

  'missing-await': {
    build: [
      () => [shell('node --test'), read('src/import.mjs')],
      (view) => {
        view.inLast(/(rows\.forEach\(async)/);
        const text = view.fileShown;
        const from = text.indexOf('  rows.forEach');
        const until = text.indexOf('  return stored;');
        const loop = [
          '  for (const row of rows) {',
          '    try {',
          '      await store(row);',
          '      stored += 1;',
          '    } catch {',
          '      // A row that fails is not counted, and does not stop the others.',
          '    }',
          '  }',
          '',
        ].join('\n');
        return [edit('src/import.mjs', text.slice(from, until), loop), shell('node --test')];
      },
      (view) => `forEach does not wait. ${view.inLast(/((?:#|ℹ) fail 0)/)[0]}`,
    ],
    verify: 'node --test',
  },

  'long-output': {
    build: [
      () => [shell('npm run --silent check')],
      (view) => {
        const [line = '', rule = ''] = view.inLast(/^FAULT in line (\d+): (.*)$/m);
        return [search(rule, { path: 'rules.txt' }), read('rules.txt', Number(line))];
      },
      (view) => {
        const [rule = ''] = view.inResults(/^FAULT in line \d+: (.*)$/m);
        return [edit('rules.txt', rule, rule.replace(/O/g, '0')), shell('npm run --silent check')];
      },
      (view) =>
        `A letter stood where a digit belongs. The check says: ${view.inLast(/(0 fault\(s\))/)[0]}`,
    ],
    verify: 'npm run --silent check',
  },
};
