import { warningTexts } from '../../protocol/texts/configuration.js';
import type { Environment } from './parse-env-file.js';

/**
 * Variables that the service sets for itself and its children, and those of this repository's
 * tests.
 */
const internal = /^OFFICE_(?:HANDED_OVER|PARCEL|CHILD_TREE|(?:TEST|E2E)_.*)$/;

/** Variables that Kubernetes sets for a Service named `office` or `office-…`. */
const ofServices =
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/;

/** Greatest edit distance at which a name counts as a typing error. */
const nearby = 3;

/** Warnings about variables that look like ours and are not, mostly typing errors. */
export function unknownVariables(
  values: Environment,
  known: ReadonlySet<string>,
): readonly string[] {
  return Object.entries(values)
    .filter(
      ([name, value = '']) => looksLikeOurs(name) && !known.has(name) && !isForeign(name, value),
    )
    .map(([name]) => warningTexts.unknown(name, nearestOf(name, known)));
}

function isForeign(name: string, value: string): boolean {
  const isServiceAddress = name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);
  return internal.test(name) || ofServices.test(name) || isServiceAddress;
}

function looksLikeOurs(name: string): boolean {
  const [first = '', ...rest] = plain(name).split('_');
  return rest.length > 0 && distance(first, 'OFFICE') <= 1;
}

function nearestOf(name: string, known: ReadonlySet<string>): string | null {
  const written = plain(name);
  const spellings = [written, written.replace(/^[^_]*_/, '')];
  const ranked = [...known]
    .map((one) => ({ one, far: Math.min(...spellings.map((spelling) => distance(spelling, one))) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= nearby ? best.one : null;
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[-.]/g, '_');
}

/** Edit distance (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
