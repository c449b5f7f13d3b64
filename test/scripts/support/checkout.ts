import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../../support/run-program.js';

const copied = [
  ...['config/swc.json', 'config/tsconfig.build.json', 'nest-cli.json', 'package.json'],
  ...['package-lock.json', 'tsconfig.json', 'scripts', 'src'],
  ...['console/index.html', 'console/package.json', 'console/src', 'console/vite.config.mjs'],
];
const linked = ['node_modules', 'console/node_modules', 'skills', 'plugins'];

/** A checkout whose sources may be changed; it uses the packages of this one. */
export async function makeCheckout(folder: string): Promise<void> {
  await mkdir(join(folder, 'console'), { recursive: true });
  for (const name of copied) {
    await cp(join(repositoryRoot, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.spec.ts'),
    });
  }
  for (const name of linked) await symlink(join(repositoryRoot, name), join(folder, name));
}
