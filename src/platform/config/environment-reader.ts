import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { ruleTexts, warningTexts } from '../../protocol/texts/configuration.js';
import type { ConfigWarning } from './office-config.js';
import type { Environment } from './read-environment.js';
import { secret, type Kind, type Surroundings } from './variable-kinds.js';
import { settingOf, variables, type VariableName } from './variables.js';

/**
 * Reads variables into typed values by the table of variables. An empty value means the default,
 * unless the kind says otherwise. Faults are collected by name and rule, never by value: those that
 * end the boot in `problems`, those with a replacement in `warnings`.
 */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly warnings: ConfigWarning[] = [];
  /** Names of all variables that were read. */
  readonly names = new Set<string>();
  private readonly around: Surroundings;

  constructor(
    private readonly values: Environment,
    root: string,
  ) {
    this.around = { root, home: values['HOME']?.trim() || homedir() };
  }

  read<N extends VariableName>(name: N): ValueOf<N> {
    return this.readAs(name, variables[name] as unknown as Kind<ValueOf<N>>);
  }

  /** The key in a variable whose name comes from the operator. */
  secret(name: string): string | null {
    return this.readAs(name, secret);
  }

  /** True if the variable is set and not empty. */
  has(name: VariableName): boolean {
    return Boolean(this.values[name]?.trim());
  }

  /** True if the variable is set, even to an empty value. */
  isSet(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** The value as written, trimmed. */
  textOf(name: string): string {
    this.names.add(name);
    return this.values[name]?.trim() ?? '';
  }

  private readAs<T>(name: string, kind: Kind<T>): T {
    this.names.add(name);
    const raw = this.values[name] ?? '';
    const text = raw.trim();
    if (text === '') return this.unset(name, kind);
    if (kind.name === 'literal') return kind.read(raw, this.around)?.value ?? kind.none;
    const isWhole = !isQuoted(text) && !(hasNoQuotes.includes(kind.name) && isHalfQuoted(text));
    const reading = isWhole ? kind.read(text, this.around) : undefined;
    const rule = reading === undefined ? kind.broken?.(text) : placeRule(kind.name, reading.value);
    if (reading === undefined || rule !== null) return this.unclear(name, kind, rule ?? kind.rule);
    if (reading.instead !== undefined) this.report(name, kind, kind.rule, reading.instead);
    return reading.value;
  }

  private unset<T>(name: string, kind: Kind<T>): T {
    if (this.values[name] !== undefined && kind.empty !== undefined) return kind.empty.value;
    return this.default(kind, kind.fallback);
  }

  private unclear<T>(name: string, kind: Kind<T>, rule: string): T {
    const used = kind.unclear ?? kind.fallback;
    this.report(name, kind, rule, used || ruleTexts.nothing);
    return this.default(kind, used);
  }

  private default<T>(kind: Kind<T>, written: string): T {
    return written === '' ? kind.none : (kind.read(written, this.around)?.value ?? kind.none);
  }

  private report(name: string, { vital }: Kind<unknown>, rule: string, used: string): void {
    if (vital) this.problems.push(`${name} ${rule}`);
    else {
      const setting = settingOf[name as VariableName] ?? null;
      this.warnings.push({ name, rule, setting, text: warningTexts.instead(name, rule, used) });
    }
  }
}

/** Quotes that no shell removed, as from a container's environment file. */
function isQuoted(text: string): boolean {
  return /^(["'`]).*\1$/s.test(text);
}

/** Kinds of values that neither begin nor end with a quote. */
const hasNoQuotes: readonly string[] = ['store', 'secret', 'URL', 'path', 'directory', 'file'];

/** A quote at one end alone, as after a cut-off line. */
function isHalfQuoted(text: string): boolean {
  return /^["'`]|["'`]$/.test(text);
}

/**
 * The rule broken by an existing entry of the wrong kind, such as a file where a directory is
 * expected.
 */
function placeRule(kind: string, value: unknown): string | null {
  if (kind === 'store') return storeRule(value);
  if (typeof value !== 'string' || (kind !== 'directory' && kind !== 'file')) return null;
  const found = statSync(resolve(value), { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory() === (kind === 'directory')) return null;
  return ruleTexts[kind];
}

function storeRule(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('path' in value)) return null;
  const found = statSync(String(value.path), { throwIfNoEntry: false });
  return found?.isDirectory() === true ? ruleTexts.noDatabaseDirectory : null;
}

/** The type of a variable's value. */
type ValueOf<N extends VariableName> = (typeof variables)[N] extends Kind<infer T> ? T : never;
