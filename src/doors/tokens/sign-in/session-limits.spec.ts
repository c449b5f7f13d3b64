import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mostTokens } from '../token-rules.js';
import { mostSessionsEach, tooMany } from './session-limits.js';

const session = (id: string, name: string) => ({ id, name, kind: 'session' as const });

it('ends the oldest sessions of a person, of whom no other session ends', () => {
  const own = Array.from({ length: mostSessionsEach }, (_, n) => session(`a${n}`, 'Ada'));
  const others = [session('b', 'Bo'), { ...session('t', 'Ada'), kind: 'token' as const }];
  expect(tooMany([...others, ...own], session('next', 'Ada'))).toEqual(['a0']);
  expect(tooMany([...others, ...own.slice(1)], session('next', 'Ada'))).toEqual([]);
  expect(tooMany([...others, ...own], session('next', 'Bo'))).toEqual([]);
});

it('keeps both limits, and tokens for programs', () => {
  const names = fc.array(fc.constantFrom('Ada', 'Bo', 'Cy'), { maxLength: 80 });
  fc.assert(
    fc.property(names, fc.boolean(), (given, crowd) => {
      const many = crowd ? Array.from({ length: mostTokens }, (_, n) => `p${n}`) : [];
      const tokens = [...many, ...given].map((name, n) => session(`s${n}`, name));
      const next = session('next', 'Ada');
      const ended = tooMany(tokens, next);
      const left = [...tokens.filter(({ id }) => !ended.includes(id)), next];
      expect(left.length).toBeLessThanOrEqual(Math.max(mostTokens, 1));
      expect(left.filter(({ name }) => name === 'Ada').length).toBeLessThanOrEqual(
        mostSessionsEach,
      );
      expect(new Set(ended).size).toBe(ended.length);
    }),
  );
});
