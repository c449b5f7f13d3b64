import { createHash } from 'node:crypto';
import { clip } from '#platform/text/clip.js';
import { failuresKept } from '#protocol/rules/check-states.js';

/**
 * A line that reports a failure, in the words and signs of the usual test runners and compilers.
 */
const failing = new RegExp(
  [
    '[✕✗✖✘×●❌]',
    String.raw`\bFAIL(?:ED|URES?)?\b`,
    String.raw`^\s*not ok\b`,
    String.raw`^\s*\d+\)\s`,
    String.raw`\b\w*(?:Error|Exception)\b`,
    String.raw`\berror(?:\[\w+\]|\s[A-Z]+\d+)?:`,
    String.raw`\bpanicked\b`,
    String.raw`\bfail(?:s|ed|ing)?:`,
  ].join('|'),
);

/** A line that reports a pass, whatever words its test's name contains. */
const passing = /[✓✔√]|^\s*ok\b|\bPASS(?:ED)?\b|\.\.\. ok\b/;

/** Parts that differ between runs: temporary folders, ids, numbers and durations. */
const changing = [
  [/(?:\/private)?\/(?:tmp|var\/folders)\/[^\s'":)]+/g, '<tmp>'],
  [/\b(?:0x)?[0-9a-f]{8,}\b/gi, '<id>'],
  [/(?<!\w)\d[\d.,:]*/g, '#'],
  [/# ?(?:ms|µs|s|m|sec|seconds|min)\b/g, '#'],
] as const;

/** Characters of a line that are compared. */
const lineCharacters = 500;

/**
 * Fingerprints of the different lines that report failures. Two runs of a command that fail for the
 * same reasons have equal ones, whatever their duration and the number of passed tests.
 */
export function failureLines(output: string): readonly string[] {
  const found = new Set<string>();
  for (const whole of output.split('\n')) {
    const line = clip(whole, lineCharacters);
    if (found.size >= failuresKept) break;
    if (failing.test(line) && !passing.test(line)) found.add(fingerprint(line));
  }
  return [...found];
}

function fingerprint(line: string): string {
  const words = line.trim().split(/\s+/).join(' ');
  const lasting = changing.reduce((text, [what, by]) => text.replaceAll(what, by), words);
  return createHash('sha256').update(lasting).digest('hex').slice(0, 12);
}
