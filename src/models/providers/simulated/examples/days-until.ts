import type { ExampleProject } from './example-project.js';

const program = 'days-until/days-until.mjs';
const tests = 'days-until/days-until.test.mjs';

const anyNumbers = String.raw`  const [year, month, day] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day);`;

const realDays = String.raw`  const [year, month, day] = match.slice(1).map(Number);
  const ms = Date.UTC(year, month - 1, day);
  // Date.UTC rolls over: 30 February would be taken for 2 March.
  if (new Date(ms).toISOString().slice(0, 10) !== date) {
    throw new RangeError('There is no such day: ' + date);
  }
  return ms;`;

const lastTest = String.raw`test('refuses what is no date', () => {
  assert.throws(() => daysBetween('2026-01-01', 'tomorrow'), /YYYY-MM-DD/);
});`;

const dayTest = String.raw`test('refuses a day that does not exist', () => {
  assert.throws(() => daysBetween('2026-01-01', '2026-02-30'), /no such day/);
  assert.throws(() => daysBetween('2025-02-29', '2026-01-01'), /no such day/);
});`;

/** Days until a date. The first version takes 30 February for 2 March. */
export const daysUntil: ExampleProject = {
  plan: [
    '**Where.** A new folder, `days-until/`; nothing that exists is touched.',
    '',
    '| Part | Role | Checked by |',
    '|---|---|---|',
    '| Reading a date, counting days, the command | backend-dev-1 | its tests |',
    '',
    `- \`${program}\`: \`daysBetween(from: string, to: string): number\`, dates as YYYY-MM-DD, a RangeError for anything else; run as a command it counts from today.`,
    `- \`${tests}\`: tomorrow, a leap year, the past, no date at all.`,
    '',
    '**Riskiest.** Days are not always 24 hours long: count in UTC, where they are.',
    '',
    `**Check that ends it.** \`node --test ${tests}\``,
  ].join('\n'),
  files: [
    {
      path: program,
      content: String.raw`#!/usr/bin/env node
/** Tells how many days are left until a date. */
import { pathToFileURL } from 'node:url';

const dayMs = 86_400_000;

/** Whole days from one date to another, both as YYYY-MM-DD; negative when the second is earlier. */
export function daysBetween(from, to) {
  return (midnightOf(to) - midnightOf(from)) / dayMs;
}

/** Milliseconds at midnight UTC, where every day has 24 hours. */
function midnightOf(date) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (match === null) throw new RangeError('A date is written as YYYY-MM-DD, not as ' + date);
${anyNumbers}
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const date = process.argv[2] ?? '';
  try {
    console.log(daysBetween(new Date().toISOString().slice(0, 10), date));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
`,
    },
    {
      path: tests,
      content: String.raw`import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween } from './days-until.mjs';

test('counts to the next day', () => {
  assert.equal(daysBetween('2026-12-31', '2027-01-01'), 1);
});

test('counts the leap day', () => {
  assert.equal(daysBetween('2028-02-28', '2028-03-01'), 2);
});

test('is negative for the past', () => {
  assert.equal(daysBetween('2026-05-10', '2026-05-01'), -9);
});

${lastTest}
`,
    },
  ],
  objection: `1. \`${program}\`, \`midnightOf\`: a day that does not exist is accepted. \`2026-02-30\` matches the pattern, and \`Date.UTC\` rolls it over to 2 March, so the command counts to a day that was not asked for. Smallest remedy: write the date back and refuse it where it differs. A test with this very date belongs to it.`,
  mend: {
    program: { path: program, oldString: anyNumbers, newString: realDays },
    test: { path: tests, oldString: lastTest, newString: `${lastTest}\n\n${dayTest}` },
    text: `The review was right: \`2026-02-30\` was counted as 2 March. A date is now written back and refused where it differs. Added the test with that date. The tests are run in the review.`,
  },
  command: `node --test ${tests}`,
  outcome: `\`node ${program} <YYYY-MM-DD>\` prints the days that are left. A day that does not exist is refused.`,
};
