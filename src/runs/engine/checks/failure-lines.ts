import { createHash } from 'node:crypto';
import { clip } from '#platform/text/clip.js';
import { failuresKept } from '#protocol/rules/check-states.js';

/** A line that tells of a failure, in the words and signs of the usual test runners and compilers. */
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

/** A line on what passed, whatever words are in its name. */
const passing = /[✓✔√]|^\s*ok\b|\bPASS(?:ED)?\b|\.\.\. ok\b/;

/** What differs from one run to the next: temporary places, ids, numbers and times. */
const changing = [
  [/(?:\/private)?\/(?:tmp|var\/folders)\/[^\s'":)]+/g, '<tmp>'],
  [/\b(?:0x)?[0-9a-f]{8,}\b/gi, '<id>'],
  [/(?<!\w)\d[\d.,:]*/g, '#'],
  [/# ?(?:ms|µs|s|m|sec|seconds|min)\b/g, '#'],
] as const;

/** Characters of a line that are compared. */
const lineCharacters = 500;

/**
 * Fingerprints of the lines of an output that tell what failed, each once. Two runs of a command that
 * fail for the same reasons have the same, whatever time they took and however much else passed.
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
