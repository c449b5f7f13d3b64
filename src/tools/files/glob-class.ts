import type { GlobPiece } from './glob-machine.js';

const memberExpression = /\[:([a-z]*):\]|(\\[^]|[^])(?:-(\\[^]|[^]))?/gu;

const namedClasses: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  digit: /[0-9]/,
  lower: /[a-z]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Undefined for an unknown class name. */
export function classOf(text: string, ignoreCase = false): GlobPiece | undefined {
  const [, negation, members = ''] = /^\[([!^]?)([^]*)\]$/u.exec(text) ?? [];
  const tests = [...members.matchAll(memberExpression)].map(([, name, low = '', high = low]) =>
    name === undefined ? isBetween(literal(low), literal(high)) : isNamed(name),
  );
  if (!tests.every((test) => test !== undefined)) return undefined;
  const wanted = negation === '';
  const spellings = (character: string): readonly string[] =>
    ignoreCase ? [character, character.toUpperCase(), character.toLowerCase()] : [character];
  return {
    kind: 'class',
    holds: (character) =>
      spellings(character).some((one) => tests.some((test) => test(one))) === wanted,
  };
}

const literal = (member: string): string =>
  member.length > 1 ? member.replace(/^\\/, '') : member;

function isBetween(low: string, high: string): (character: string) => boolean {
  const [from, to] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
  return (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= from && code <= to;
  };
}

function isNamed(name: string): ((character: string) => boolean) | undefined {
  const expression = Object.hasOwn(namedClasses, name) ? namedClasses[name] : undefined;
  return expression && ((character) => expression.test(character));
}
