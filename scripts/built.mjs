import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from './newest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inputs = [
  'src',
  'package-lock.json',
  'tsconfig.json',
  'config/tsconfig.client.json',
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
