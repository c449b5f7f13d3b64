import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import type { Environment } from './parse-env-file.js';
import { fileVariable, secretVariables } from './secrets.js';

/** Variables with the secrets that came from files, and what is wrong with those files. */
interface SecretReading {
  readonly values: Environment;
  /** By name and rule, never by value. */
  readonly problems: readonly string[];
}

/** What one secret variable came to: nothing, a value from its file, or a problem. */
type Outcome = { readonly value: string } | { readonly problem: string } | null;

/** No credential is larger; a file that is has been named by mistake. */
const largestSecretBytes = 64 * 1024;

/**
 * Takes the value of a secret variable from the file that its `_FILE` twin names, as container
 * platforms mount secrets. White space at both ends is dropped. An empty variable is not set.
 */
export function withSecretFiles(values: Environment, cwd: string): SecretReading {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const { name } of secretVariables(values)) {
    const outcome = readFileVariable(name, values, cwd);
    if (outcome === null) continue;
    if ('value' in outcome) read[name] = outcome.value;
    else problems.push(outcome.problem);
  }
  return { values: { ...values, ...read }, problems };
}

function readFileVariable(name: string, values: Environment, cwd: string): Outcome {
  const twin = fileVariable(name);
  const path = values[twin]?.trim() ?? '';
  if (path === '') return null;
  if (values[name]?.trim()) return { problem: configTexts.secretTwice(name, twin) };
  const text = textOf(resolve(cwd, path));
  if (text === null) return { problem: configTexts.unreadableSecretFile(twin) };
  return text === '' ? { problem: configTexts.emptySecretFile(twin) } : { value: text };
}

/** Null: there is no such file, it may not be read, or it is no plain file of a sensible size. */
function textOf(path: string): string | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > largestSecretBytes) return null;
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
