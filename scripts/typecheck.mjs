/**
 * `npm run typecheck`: checks the types of the service and its tests, then those of the console.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

for (const project of ['tsconfig.json', 'console/tsconfig.json']) {
  const args = [compiler, '-p', join(root, project), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode ||= status ?? 1;
}
