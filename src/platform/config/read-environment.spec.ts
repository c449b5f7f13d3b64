import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeEnvFile, parseEnvFile } from './read-environment.js';

/** Lines of a file and the values they set. */
const understood: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['A=1\n  B =  two words  \r\nC=x=y', { A: '1', B: 'two words', C: 'x=y' }],
  [`A="x y"\nB='z'\nC=\`c\`\nD="'q'"\nE=""`, { A: 'x y', B: 'z', C: 'c', D: "'q'", E: '' }],
  ['export A=1\n export  B="2"', { A: '1', B: '2' }],
  ['A=1 # one\nB="a # b" # two\nC= # nothing\nD=', { A: '1', B: 'a # b', C: '', D: '' }],
  ['A=$B/${B}\nB=1', { A: '$B/${B}', B: '1' }],
  ['\uFEFFA=1\rB=2\r', { A: '1', B: '2' }],
  ['KEY="-----BEGIN\nabc\n-----END"\nB=2', { KEY: '-----BEGIN\nabc\n-----END', B: '2' }],
  ['PORT="8814" # x', { PORT: '8814' }],
  ['OFFICE_DB="postgres://u:p#ss@h/db"', { OFFICE_DB: 'postgres://u:p#ss@h/db' }],
  ['\n# A=1\n   # B=2\n', {}],
];

/** Faulty lines: the values still set, and the messages. */
const faulty: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] =
  [
    ['A=1\nnothing\nA B=2', { A: '1' }, ['line 2: it is no NAME', 'line 3: it is no NAME']],
    ['A: 1', {}, ['line 1: it is no NAME']],
    ['=value', {}, ['line 1: it is no NAME']],
    ['A=1\n\nA=2', { A: '2' }, ['line 3: A was set in line 1 already']],
    ['A=pa#ss', {}, ['line 1: a # without a space before it']],
    ['A="half\nB="x"', { B: 'x' }, ['line 1: a quote is not closed']],
    ["A='", {}, ['line 1: a quote is not closed']],
    ['A="x"y', {}, ['line 1: something other than a comment']],
    ['A="x\\"y"', {}, ['line 1: something other than a comment']],
    ['A=caf\uFFFD', {}, ['line 1: the value is not in UTF-8']],
  ];

describe('parseEnvFile', () => {
  it.each(understood)('reads %j', (text, values) => {
    expect(parseEnvFile(text)).toEqual({ values, faults: [] });
  });

  it.each(faulty)('says what it cannot read in %j', (text, values, said) => {
    const { values: read, faults } = parseEnvFile(text);
    expect(read).toEqual(values);
    expect(faults.map((fault) => fault.text)).toEqual(
      said.map((rule) => expect.stringContaining(`.env, ${rule}`)),
    );
  });

  it('gives back what was written, whatever the names and values', () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,20}$/);
    const value = fc.string().map((text) => text.replace(/[\r\n']/g, ' '));
    const variables = fc.dictionary(name, value, { noNullPrototype: true });
    fc.assert(
      fc.property(variables, fc.constantFrom('\n', '\r\n'), (written, newline) => {
        const lines = Object.entries(written).map(([key, text]) => `${key}='${text}'`);
        expect(parseEnvFile(lines.join(newline)).values).toEqual(written);
      }),
    );
  });

  it('reads any text at all without throwing, and tells no value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { values, faults } = parseEnvFile(`A=s3cret#1\n${text}`);
        for (const key of Object.keys(values)) expect(key).not.toBe('');
        expect(JSON.stringify(faults)).not.toContain('s3cret');
      }),
    );
  });
});

describe('decodeEnvFile', () => {
  const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  it.each([
    ['UTF-8', Buffer.from('A=é')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFA=é')],
    ['UTF-16 of Windows', Buffer.from('\uFEFFA=é', 'utf16le')],
    ['UTF-16 the other way round', big('\uFEFFA=é')],
  ])('reads %s', (_, bytes) => {
    expect(decodeEnvFile(bytes)).toBe('A=é');
  });

  it.each([
    ['UTF-16 without a mark', Buffer.from('A=1', 'utf16le')],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0])],
    ['no text', Buffer.from([0x89, 0x50, 0, 1])],
  ])('refuses %s', (_, bytes) => {
    expect(decodeEnvFile(bytes)).toBeNull();
  });
});
