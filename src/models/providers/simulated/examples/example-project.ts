/** A small program, the fault in its first version, and the fix. */
export interface ExampleProject {
  readonly plan: string;
  /** Written in this order. The first holds the fault, the second the tests. */
  readonly files: readonly ProjectFile[];
  /** A reviewer's true finding about the first version: `mend.test` fails on it. */
  readonly objection: string;
  readonly mend: {
    readonly program: Replacement;
    /** The test that fails on the first version. */
    readonly test: Replacement;
    readonly text: string;
  };
  /** The shell command that verifies the result. */
  readonly command: string;
  /** What the report says was delivered. */
  readonly outcome: string;
}

interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/** An edit; the old text occurs exactly once in the file. */
export interface Replacement {
  readonly path: string;
  readonly oldString: string;
  readonly newString: string;
}

const label = '**Outcome.** ';

/** The sentence of a verification that a report quotes; undefined if the prompt has none. */
export function readOutcome(prompt: string): string | undefined {
  const line = prompt.split('\n').findLast((text) => text.startsWith(label));
  return line?.slice(label.length);
}

/** The sentence about the result of the verification command. */
export function verificationOf({ command }: ExampleProject, result: string | undefined): string {
  const said = result ?? '';
  const count = (name: string): number | undefined => {
    const found = new RegExp(String.raw`^. ${name} (\d{1,6})$`, 'm').exec(said)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  return [
    '## Verification',
    '',
    `\`${command}\` said:`,
    '',
    '```',
    ...decisiveLines(said),
    '```',
    '',
    label + outcomeOf(command, count('pass'), count('fail'), said),
  ].join('\n');
}

function outcomeOf(
  command: string,
  passed: number | undefined,
  failed: number | undefined,
  said: string,
): string {
  if (passed === undefined || failed === undefined) {
    return `Not verified: \`${command}\` did not run to its end. ${firstLine(said)}`;
  }
  return failed === 0
    ? `\`${command}\`: ${passed} tests passed, none failed. Ready.`
    : `\`${command}\`: ${failed} of ${passed + failed} tests failed. Not ready.`;
}

/** The final counts of Node's test runner; else the first lines. */
function decisiveLines(said: string): readonly string[] {
  const counts = said.split('\n').filter((line) => /^. (?:tests|pass|fail) \d{1,6}$/.test(line));
  return counts.length > 0 ? counts : said.split('\n').slice(0, 5);
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
