/**
 * Validators for answers and frames against the interface documents, compiled once for all suites
 * because compiling takes longer than loading. The file is named after the documents and made if
 * missing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The path of the file, for `test/support/contract.ts`. */
export function contractValidators() {
  const hash = createHash('sha256');
  const madeOf = [
    ...['package-lock.json', 'docs/api/openapi.json', 'docs/api/asyncapi.json'],
    ...['scripts/contract-validators.mjs', 'test/support/contract.ts'],
  ];
  for (const file of madeOf) hash.update(readFileSync(join(root, file)));
  const name = `contract-${hash.digest('hex').slice(0, 16)}.cjs`;
  const file = join(root, 'node_modules', '.cache', name);
  if (existsSync(file)) return file;
  const made = spawnSync(process.execPath, [fileURLToPath(import.meta.url), file], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (made.status !== 0) throw new Error('The documents of the interface cannot be compiled.');
  return file;
}

/** Writes the file atomically, also when two test runs begin together. */
async function make(file) {
  await import('@swc-node/register/esm-register');
  const { default: standaloneCode } = await import('ajv/dist/standalone/index.js');
  const contract = await import('../test/support/contract.ts');
  const ajv = contract.contractAjv({ source: true });
  const named = contract
    .contractReferences()
    .filter((reference) => exists(ajv, reference))
    .map((reference) => [reference, reference]);
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, standaloneCode.default(ajv, Object.fromEntries(named)));
  renameSync(unfinished, file);
}

/** True if the reference exists; some answers have no JSON. */
function exists(ajv, reference) {
  try {
    return ajv.getSchema(reference) !== undefined;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await make(process.argv[2]);
