import { join } from 'node:path';
import { repositoryRoot } from './run-program.js';

/** The exports of a file of `scripts/`, which has no type declarations. */
export async function loadScript<Exports>(name: string): Promise<Exports> {
  return (await import(join(repositoryRoot, 'scripts', name))) as Exports;
}
