/** A small program, the fault in its first version, and how it is mended. */
export interface ExampleProject {
  readonly objective: string;
  readonly tags: readonly string[];
  readonly plan: string;
  readonly specification: string;
  /** Written in this order. The first holds the fault, the second the tests. */
  readonly files: readonly ProjectFile[];
  /** What a reviewer finds in the first version. It is true: `mend.test` fails on it. */
  readonly objection: string;
  readonly mend: {
    readonly program: Replacement;
    /** Adds the test that fails on the first version. */
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

/** One edit: the old text stands once in the file. */
export interface Replacement {
  readonly path: string;
  readonly oldString: string;
  readonly newString: string;
}

const label = '**Outcome.** ';

/** The sentence of a verification that a report quotes; undefined where a prompt holds none. */
export function readOutcome(prompt: string): string | undefined {
  const line = prompt.split('\n').findLast((text) => text.startsWith(label));
  return line?.slice(label.length);
}

/** What a verification says of the result that its command gave. */
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

/** The counts that Node's test runner ends with; else the beginning of what was said. */
function decisiveLines(said: string): readonly string[] {
  const counts = said.split('\n').filter((line) => /^. (?:tests|pass|fail) \d{1,6}$/.test(line));
  return counts.length > 0 ? counts : said.split('\n').slice(0, 5);
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
