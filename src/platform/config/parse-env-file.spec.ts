import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEnvFile } from './parse-env-file.js';

describe('parseEnvFile', () => {
  it('reads KEY=value lines and trims both sides', () => {
    expect(parseEnvFile('A=1\n  B =  two words  \r\nC=x=y')).toEqual({
      A: '1',
      B: 'two words',
      C: 'x=y',
    });
  });

  it('skips blank lines, comments, lines without "=" and lines without a key', () => {
    expect(parseEnvFile('\n# A=1\n   # B=2\nnothing\n=value\n')).toEqual({});
  });

  it('takes off one pair of matching quotes, and only a pair', () => {
    expect(parseEnvFile(`A="x y"\nB='z'\nC="'q'"\nD="half\nE='\nF=""`)).toEqual({
      A: 'x y',
      B: 'z',
      C: "'q'",
      D: '"half',
      E: "'",
      F: '',
    });
  });

  it('keeps an empty value, expands nothing and knows no export keyword', () => {
    expect(parseEnvFile('A=\nB=$A/${A}\nexport C=1 # not a comment')).toEqual({
      A: '',
      B: '$A/${A}',
      'export C': '1 # not a comment',
    });
  });

  it('ignores a byte order mark and lets the last of equal keys count', () => {
    expect(parseEnvFile('\uFEFFA=1\nA=2')).toEqual({ A: '2' });
  });

  it('gives back what was written, whatever the names and values', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,20}$/);
    const value = fc.string().map((text) => text.replace(/[\r\n]/g, ' '));
    const variables = fc.dictionary(name, value, { noNullPrototype: true });
    fc.assert(
      fc.property(variables, fc.constantFrom('\n', '\r\n'), (written, newline) => {
        const lines = Object.entries(written).map(([key, text]) => `${key}="${text}"`);
        expect(parseEnvFile(lines.join(newline))).toEqual(written);
      }),
    );
  });

  it('reads any text at all without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const key of Object.keys(parseEnvFile(text))) expect(key).not.toBe('');
      }),
    );
  });
});
