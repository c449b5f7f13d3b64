import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import type { Environment } from './parse-env-file.js';
import { withoutEnd } from '../text/without-end.js';

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/**
 * Reads variables into typed values (behaviour-server.md 3.2). An empty value means the default,
 * except where a method says otherwise; a number that does not parse falls back to it. What cannot
 * be used at all is collected in `problems`, by name and rule and never by value, so that all of it
 * can be reported at once.
 */
export class EnvironmentReader {
  readonly problems: string[] = [];
  /** Every variable that was asked for. */
  readonly names = new Set<string>();

  constructor(
    private readonly values: Environment,
    private readonly root: string,
  ) {}

  /** Whether it is set, if only to nothing. */
  isSet(name: string): boolean {
    return this.values[name] !== undefined;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  /** Trimmed; null when it is not set or empty. */
  optional(name: string): string | null {
    return this.asSet(name)?.trim() || null;
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.optional(name)?.toLowerCase();
    return values.find((value) => value === text) ?? fallback;
  }

  /** On unless it says `false`. */
  onUnlessFalse(name: string): boolean {
    return this.optional(name)?.toLowerCase() !== 'false';
  }

  /** Off unless it says `true`. */
  offUnlessTrue(name: string): boolean {
    return this.optional(name)?.toLowerCase() === 'true';
  }

  /** Off unless it is literally `true`, to the letter. */
  offUnlessLiterallyTrue(name: string): boolean {
    return this.asSet(name) === 'true';
  }

  /** Clamped into its bounds. */
  number(name: string, fallback: number, bounds: Bounds = {}): number {
    return this.optionalNumber(name, bounds) ?? fallback;
  }

  optionalNumber(name: string, { min = -Infinity, max = Infinity }: Bounds = {}): number | null {
    const text = this.optional(name);
    const value = text === null ? NaN : Number(text);
    return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : null;
  }

  /** Rounded to a whole number, and clamped. */
  integer(name: string, fallback: number, bounds: Bounds = {}): number {
    return Math.round(this.number(name, fallback, bounds));
  }

  port(name: string, fallback: number): number {
    const value = this.optionalNumber(name) ?? fallback;
    if (!Number.isInteger(value) || value < 0 || value > 65535) {
      this.problems.push(configTexts.badPort(name));
    }
    return value;
  }

  /** An absolute path; a relative one starts at the working directory. */
  path(name: string, fallback: string): string {
    return resolve(this.root, this.text(name, fallback));
  }

  /** A path that an empty value switches off. */
  pathOrOff(name: string, fallback: string): string | null {
    const path = (this.asSet(name) ?? fallback).trim();
    return path === '' ? null : resolve(this.root, path);
  }

  /** A file of cached answers; `off` and `none` mean none. */
  cachePath(name: string, fallback: string): string | null {
    const path = this.text(name, fallback);
    return ['off', 'none'].includes(path.toLowerCase()) ? null : resolve(this.root, path);
  }

  /** Entries between commas, trimmed, without empty ones. */
  list(name: string, fallback = ''): readonly string[] {
    const entries = this.text(name, fallback).split(',');
    return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  }

  /** An address of one of the schemes, without slashes at its end. */
  url(name: string, fallback: string, ...schemes: readonly string[]): string {
    return this.optionalUrl(name, ...schemes) ?? fallback;
  }

  optionalUrl(name: string, ...schemes: readonly string[]): string | null {
    const text = this.optional(name);
    if (text === null) return null;
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol.slice(0, -1))) {
      this.problems.push(configTexts.badUrl(name, schemes));
    }
    return withoutEnd(text, '/');
  }

  /** Origins between commas, in the spelling of browsers. */
  origins(name: string): readonly string[] {
    return this.list(name).map((entry) => {
      const origin = URL.canParse(entry) ? new URL(entry).origin : 'null';
      if (origin === 'null') this.problems.push(configTexts.badOrigin(name));
      return origin;
    });
  }

  private asSet(name: string): string | undefined {
    this.names.add(name);
    return this.values[name];
  }
}
