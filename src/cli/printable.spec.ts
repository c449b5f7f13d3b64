import { describe, expect, it } from '@jest/globals';
import { excerpt, indented, printable } from './printable.js';

describe('printable', () => {
  it('shows an escape sequence instead of obeying it', () => {
    expect(printable('a\u001b[2Jb\u009bc')).toBe('a\uFFFD[2Jb\uFFFDc');
  });

  it('shows marks that turn the reading direction', () => {
    expect(printable('rm \u202Etxt.x')).toBe('rm \uFFFDtxt.x');
  });

  it('keeps lines, tabs and the letters of the world', () => {
    expect(printable('é\t日本\r\n👩‍💻')).toBe('é\t日本\n👩‍💻');
  });
});

describe('excerpt', () => {
  it('puts a text on one line', () => {
    expect(excerpt('  one\n\n two ', 20)).toBe('one two');
  });

  it('marks where it cut', () => {
    expect(excerpt('a long story', 6)).toBe('a long…');
  });
});

describe('indented', () => {
  it('moves every line', () => {
    expect(indented('a\nb\n', '  ')).toEqual(['  a', '  b']);
  });
});
