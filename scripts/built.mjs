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

/** Markers that a successful build leaves in dist/, with the time at which the build began. */
export const markers = { bundled: mark('.built'), compiled: mark('.compiled') };

function mark(name) {
  return join(root, 'dist', name);
}

/** True if dist/ is up to date with the sources. */
export function isBuilt() {
  return isNewer(markers.bundled);
}

/** True if the compiled files are up to date; its programs may not be bundled. */
export function isCompiled() {
  return isNewer(markers.compiled) || isBuilt();
}

function isNewer(marker) {
  const built = statSync(marker, { throwIfNoEntry: false });
  return built !== undefined && inputs.every((input) => newest(join(root, input)) <= built.mtimeMs);
}

/** True if dist/ also has the client's package; a build of the service removes it. */
export function isClientBuilt() {
  return existsSync(join(root, 'dist', 'client', 'package.json'));
}
