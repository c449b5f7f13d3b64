/** `npm run lint [-- <files>]`: runs ESLint, and without files also the rules for imports. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = process.argv.slice(2);
const steps =
  files.length > 0
    ? [['node_modules/eslint/bin/eslint.js', ...files]]
    : [
        ['node_modules/eslint/bin/eslint.js', '.'],
        ['scripts/run.mjs', 'lint:imports'],
      ];

for (const args of steps) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode ||= status ?? 1;
}
