import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { olderNode } from '../support/older-node.js';
import { type ProgramResult, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** What a person may type after `npx office`, word by word. */
const shapes: readonly (readonly string[])[] = [
  ['runs', '--json'],
  ['submit', 'two  words', '--', '-x', '--follow'],
  ['submit', ''],
  ['submit', '--', ''],
  ['steer', 'run_1', `it's "quoted" \\ and $HOME \`id\` * ;|&`],
  ['chat', 'cto', 'first line\nsecond\tline', '日本 🎉'],
  ['memory', 'add', 'office', 'office'],
  ['--url', 'http://127.0.0.1:1/', 'runs'],
  ['runs', '--url=http://127.0.0.1:1/ ', '-n', '5'],
];

/** Under the Node that the README says is enough to begin with. */
describe('a command under an older Node', () => {
  const inDirectory = temporaryDirectory();
  let node: string;
  let port: number;

  beforeAll(async () => {
    node = await olderNode();
    port = await freePort();
    // Loaded by each process of Node; the one that became the command tells what it was given.
    await writeFile(
      inDirectory('witness.mjs'),
      `import { writeFileSync } from 'node:fs';
      process.on('exit', () => {
        if (!process.argv[1]?.endsWith('office.js')) return;
        const told = { version: process.version, args: process.argv.slice(2) };
        writeFileSync(process.env.WITNESSED, JSON.stringify(told));
      });`,
    );
  }, 300_000);

  const run = (args: readonly string[], file = 'unused'): Promise<ProgramResult> =>
    runProgram(node, args, {
      env: {
        NODE_OPTIONS: `--import=${pathToFileURL(inDirectory('witness.mjs')).href}`,
        WITNESSED: inDirectory(file),
        HOST: '127.0.0.1',
        PORT: String(port),
        npm_lifecycle_event: 'npx',
      },
    });

  it.each([
    ['npx office', ['scripts/office.mjs']],
    ['npm run office', ['scripts/run.mjs', 'office']],
  ])(
    'is given every argument unchanged: %s',
    async (name, start) => {
      const told = await Promise.all(
        shapes.map(async (args, index) => {
          const file = `${name.replace(' ', '-')}-${index}`;
          await run([...start, ...args], file);
          return JSON.parse(await readFile(inDirectory(file), 'utf8')) as { args: unknown };
        }),
      );
      expect(told.map(({ args }) => args)).toEqual(shapes);
      for (const each of told) expect(each).toMatchObject({ version: process.version });
    },
    120_000,
  );

  it('prints its help, and says what is wrong, with its exit code', async () => {
    const [help, none, wrong] = await Promise.all(
      [['--help'], ['runs'], ['frobnicate']].map((args) => run(['scripts/office.mjs', ...args])),
    );
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help?.stdout).toContain('  $ npx office doctor ');
    expect(none).toEqual({
      code: 3,
      stdout: '',
      stderr: `No office answers at http://127.0.0.1:${port}.\n`,
    });
    expect(wrong?.code).toBe(2);
    expect(wrong?.stderr).toContain("unknown command 'frobnicate'");
  }, 60_000);
});
