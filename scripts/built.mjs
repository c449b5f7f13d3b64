import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inputs = [
  'src',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.client.json',
  'scripts/build.mjs',
  'scripts/build-client.mjs',
  'scripts/bundle.mjs',
  'scripts/compile.mjs',
  'scripts/licences.mjs',
];

/** Left in dist/ by a build that went well, with the time at which it began. */
export const marker = join(root, 'dist', '.built');

/** Whether dist/ is the whole result of the sources as they are now. */
export function isBuilt() {
  const built = statSync(marker, { throwIfNoEntry: false });
  return built !== undefined && inputs.every((input) => newest(join(root, input)) <= built.mtimeMs);
}

/** Whether dist/ has the client as a package too; a build of the service begins without. */
export function isClientBuilt() {
  return existsSync(join(root, 'dist', 'client', 'package.json'));
}

/** Latest change of a file or of anything under a folder; a removal changes the folder itself. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
