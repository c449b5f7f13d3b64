import { isUtf8 } from 'node:buffer';
import { isBinary, probedBytes } from './read-text.js';

/** `latin1` as in browsers: Windows-1252, with every byte valid. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/** The byte format of a text file. */
export interface TextFormat {
  readonly encoding: TextEncoding;
  /** True if there is a byte order mark. */
  readonly hasBom: boolean;
}

interface DecodedText extends TextFormat {
  /** Without the byte order mark. */
  readonly text: string;
}

const byteOrderMark = '\ufeff';

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16Marks = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;

/** Without a mark, UTF-16 needs this many NULs on one side, and this share of the characters. */
const leastNuls = 4;
const leastShare = 0.75;

/** Characters of 0x80 to 0x9f; the five bytes unused by Windows-1252 are control characters. */
const windowsLetters =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';
const windowsBytes = new Map([...windowsLetters].map((letter, at) => [letter, 0x80 + at]));

/**
 * Control characters outside those of text (bell to carriage return, end of a DOS file, escape).
 */
const binaryControls = new RegExp(String.raw`[\x00-\x06\x0e-\x19\x1c-\x1f\x7f]`);

/**
 * Decodes a text file; null for binary data. Encoding restores the same bytes; `iconv-lite` loses five
 * bytes of Windows-1252.
 */
export function decodeText(bytes: Buffer): DecodedText | null {
  const marked = utf16Marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) {
    const text = utf16(bytes, marked[0]);
    return text === null || text.includes('\0') ? null : found(text, marked[0], true);
  }
  if (isBinary(bytes)) return unmarkedUtf16(bytes);
  if (isUtf8(bytes)) {
    const hasBom = bytes.subarray(0, utf8Mark.length).equals(utf8Mark);
    return found(bytes.toString('utf8'), 'utf-8', hasBom);
  }
  const text = bytes.toString('latin1');
  return binaryControls.test(text) ? null : found(withWindowsLetters(text), 'latin1', false);
}

/** Encodes a text; the encoding must have all its characters (`lacking`). */
export function encodeText(text: string, { encoding, hasBom }: TextFormat): Buffer {
  const whole = hasBom ? byteOrderMark + text : text;
  if (encoding === 'utf-8') return Buffer.from(whole, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(whole, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(whole, 'utf16le').swap16();
  return Buffer.from(withoutWindowsLetters(whole), 'latin1');
}

/** The first character that an encoding lacks; null if it has all. */
export function lacking(text: string, encoding: TextEncoding): string | null {
  const lacked = encoding === 'latin1' ? notInLatin1 : halfOfPair;
  return lacked.exec(text)?.[0] ?? null;
}

const halfOfPair = /\p{Cs}/u;
const notInLatin1 = new RegExp(`[^\\0-\\x7f\\xa0-\\xff${windowsLetters}]`, 'u');

function found(text: string, encoding: TextEncoding, hasBom: boolean): DecodedText {
  return { text: hasBom ? text.slice(byteOrderMark.length) : text, encoding, hasBom };
}

/** Null if it ends inside a character, or has an unpaired surrogate. */
function utf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): string | null {
  if (bytes.length % 2 !== 0) return null;
  const inOrder = encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16();
  const text = inOrder.toString('utf16le');
  return text.isWellFormed() ? text : null;
}

/** Detects UTF-16 without a mark: mostly Latin text has its NULs on one side. */
function unmarkedUtf16(bytes: Buffer): DecodedText | null {
  const probe = bytes.subarray(0, probedBytes);
  const nuls = [0, 0];
  probe.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  const [before = 0, behind = 0] = nuls;
  const most = Math.max(before, behind);
  if (Math.min(before, behind) > 0 || most < leastNuls) return null;
  if (most < (leastShare * probe.length) / 2) return null;
  const encoding = behind > 0 ? 'utf-16le' : 'utf-16be';
  const text = utf16(bytes, encoding);
  return text === null || binaryControls.test(text) ? null : found(text, encoding, false);
}

function withWindowsLetters(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (byte) => windowsLetters.charAt(byte.charCodeAt(0) - 0x80));
}

function withoutWindowsLetters(text: string): string {
  return text.replace(/[^\0-\xff]/g, (letter) =>
    String.fromCharCode(windowsBytes.get(letter) ?? 0),
  );
}
