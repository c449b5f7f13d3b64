import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import type { Environment } from './parse-env-file.js';
import { fileVariable, secretVariables } from './secrets.js';

/** Variables including secrets from files, and the problems of those files. */
interface SecretReading {
  readonly values: Environment;
  /** Named by variable and rule, never by value. */
  readonly problems: readonly string[];
}

/** The result for one secret variable: unset, a value from its file, or a problem. */
type Outcome = { readonly value: string } | { readonly problem: string } | null;

/** A larger file cannot be a credential; it was named by mistake. */
const largestSecretBytes = 64 * 1024;

/**
 * Reads secret variables from the files that their `_FILE` twins name, as container platforms mount
 * secrets. Surrounding white space is dropped. An empty variable counts as unset.
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

/** Null: the file is missing, unreadable, not a regular file, or too large. */
function textOf(path: string): string | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > largestSecretBytes) return null;
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
