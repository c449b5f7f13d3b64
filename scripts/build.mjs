/**
 * `npm run build`: compiles src/ to dist/ from scratch, and leaves a marker that dates the build
 * by its beginning, so that a file saved while the compiler runs counts as newer.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const marker = join(root, 'dist', '.built');
const inputs = ['src', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Whether dist/ is the whole result of the sources as they are now. */
export function isBuilt() {
  const built = statSync(marker, { throwIfNoEntry: false });
  return built !== undefined && inputs.every((input) => newest(join(root, input)) <= built.mtimeMs);
}

/** Latest change of a file or of anything under a folder; a removal changes the folder itself. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function build() {
  const startedAt = new Date();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(marker, '');
  utimesSync(marker, startedAt, startedAt);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
