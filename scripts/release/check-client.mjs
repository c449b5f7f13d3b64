import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * Checks the client's package as npm packs it with publint and attw: whether Node and bundlers find
 * the files that package.json names, and TypeScript their types. It has ES modules only, so results
 * for CommonJS are ignored.
 * @returns `{ name, passed, output }` for both checks
 */
export function checkClient(folder = join(root, 'dist', 'client')) {
  const temporary = mkdtempSync(join(tmpdir(), 'office-client-'));
  try {
    const pack = ['pack', '--silent', '--pack-destination', temporary];
    const packed = execFileSync('npm', pack, { cwd: folder, encoding: 'utf8' }).trim();
    const file = join(temporary, packed);
    const modules = globSync('**/*.js', { cwd: folder }).map((each) => each.replace(/\.js$/, ''));
    const plain = ['--profile', 'esm-only', '--no-color', '--no-emoji'];
    return [
      run('publint', 'publint/src/cli.js', [file, '--strict']),
      run('attw', '@arethetypeswrong/cli/dist/index.js', [
        ...[file, ...plain],
        ...['--include-entrypoints', ...modules],
      ]),
    ];
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function run(name, program, args) {
  const path = join(root, 'node_modules', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
    encoding: 'utf8',
  });
  return { name, passed: status === 0, output: `${stdout}${stderr}`.trim() };
}
