import { type ExampleBrief, exampleBriefs } from '#protocol/example-briefs.js';
import { toolTexts } from '#protocol/texts/tools.js';
import type { ScriptedAnswer, SimulatedTurn, TurnKind } from '../simulated-turn.js';
import { csvTable } from './csv-table.js';
import { daysUntil } from './days-until.js';
import type { ExampleProject, Replacement } from './example-project.js';

const label = '**Outcome.** ';

/** The lines with which the office fences what a tool said. */
const fenceLines = /^<\/?untrusted-content[^>\n]*>\n?/gm;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const projects: Readonly<Partial<Record<ExampleBrief['id'], ExampleProject>>> = {
  'csv-table': csvTable,
  'days-until': daysUntil,
};

/**
 * The answer of an employee in an example brief: working programs, a review with a real fault, a
 * report of the tests. Null in all other turns, and if a required tool is missing.
 */
export function playExample(turn: SimulatedTurn): ScriptedAnswer | null {
  const example = exampleIn(turn.prompt);
  const part = example && examplePart(turn.kind, turn.prompt);
  if (example === undefined || part === undefined) return null;
  const project = projects[example.id];
  if (project === undefined) return whichDatabase(part);
  return playPart(project, part, turn);
}

function playPart(
  project: ExampleProject,
  part: ExamplePart,
  turn: SimulatedTurn,
): ScriptedAnswer | null {
  switch (part) {
    case 'plan':
      return planned(project, turn);
    case 'build':
      return inSteps(turn, writes(project), built(project));
    case 'object':
      return inSteps(turn, [reading(project.mend.program.path)], objecting(project));
    case 'require-changes':
      return inSteps(turn, [reading(project.mend.program.path)], requiring(project));
    case 'revise':
      return inSteps(turn, revision(project), project.mend.text);
    case 'agree':
      return inSteps(turn, [reading(project.mend.test.path)], agreement(project));
    case 'approve':
      return inSteps(turn, verification(project), approval(project, turn.toolResults[1]));
    case 'report':
      return { text: report(project, turn.prompt) };
  }
}

function planned({ plan, files }: ExampleProject, turn: SimulatedTurn): ScriptedAnswer {
  if (!turn.toolNames.has('set_plan') || turn.toolResults.length > 0) return { text: plan };
  const paths = files.map(({ path }) => path);
  const builders = [{ roleId: 'backend-dev-1', part: 'the program and its tests', paths }];
  const toolCall = {
    id: 'call_mock_plan_1',
    name: 'set_plan',
    argumentsJson: JSON.stringify({ builders }),
  };
  return { text: plan, toolCall };
}

interface Step {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One call after the other, then the text. Null if a tool is missing. */
function inSteps(turn: SimulatedTurn, steps: readonly Step[], text: string): ScriptedAnswer | null {
  if (!steps.every(({ name }) => turn.toolNames.has(name))) return null;
  const done = turn.toolResults.length;
  const step = steps[done];
  if (step === undefined) return { text };
  return {
    text: '',
    toolCall: {
      id: `call_mock_example_${done + 1}`,
      name: step.name,
      argumentsJson: JSON.stringify(step.arguments),
    },
  };
}

const reading = (path: string): Step => ({ name: 'read_file', arguments: { path } });

const verification = ({ mend, command }: ExampleProject): readonly Step[] => [
  reading(mend.test.path),
  { name: 'run_shell', arguments: { command } },
];

function writes({ files }: ExampleProject): readonly Step[] {
  return files.map(({ path, content }) => ({ name: 'write_file', arguments: { path, content } }));
}

function revision({ mend }: ExampleProject): readonly Step[] {
  return [mend.program, mend.test].flatMap((replacement) => [
    reading(replacement.path),
    edit(replacement),
  ]);
}

const edit = ({ path, oldString, newString }: Replacement): Step => ({
  name: 'edit_file',
  arguments: { path, oldString, newString },
});

function built({ files, command }: ExampleProject): string {
  return [
    '## Built',
    '',
    ...files.map(({ path }) => `- \`${path}\``),
    '',
    `The program refuses input it cannot read, with a message. Not run in this turn; the check is \`${command}\`.`,
  ].join('\n');
}

function objecting({ objection }: ExampleProject): string {
  return [
    'I read the program with input in mind that nobody tested.',
    '',
    objection,
    '',
    'Verdict: objections',
  ].join('\n');
}

function requiring({ objection }: ExampleProject): string {
  return ['Changes required:', '', objection, '', 'Verdict: objections'].join('\n');
}

function agreement({ mend }: ExampleProject): string {
  return [
    `The earlier finding is settled in \`${mend.program.path}\`, and \`${mend.test.path}\` has the test that fails without it. Nothing else changed.`,
    '',
    'Approved.',
    '',
    'Verdict: approved',
  ].join('\n');
}

function approval(project: ExampleProject, result: string | undefined): string {
  return [verificationOf(project, result), '', agreement(project)].join('\n');
}

function report(project: ExampleProject, prompt: string): string {
  const outcome = readOutcome(prompt);
  return [
    '# Report',
    '',
    project.outcome,
    '',
    '## Files',
    '',
    ...project.files.map(({ path }) => `- \`${path}\``),
    '',
    '## How it came about',
    '',
    'The first version had a fault, which the review found:',
    '',
    `> ${project.objection}`,
    '',
    'It was mended, and a test for it was added.',
    '',
    '## Evidence',
    '',
    outcome ?? 'The tests were not run.',
    '',
    '*Played by simulated employees: no model was asked. The files and what the tests printed are real.*',
  ].join('\n');
}

/** An employee's work in one turn of an example. */
type ExamplePart =
  'plan' | 'build' | 'object' | 'require-changes' | 'revise' | 'agree' | 'approve' | 'report';

/** The example whose brief the prompt contains, if any. */
export function exampleIn(prompt: string): ExampleBrief | undefined {
  return exampleBriefs.find(({ brief }) => prompt.includes(brief));
}

const partByKind: Readonly<Partial<Record<TurnKind, ExamplePart>>> = {
  implementation: 'build',
  report: 'report',
};

/**
 * The part of a turn, determined from its prompt. Undefined if the example has none, as in a
 * debate. The first review finds the fault; later passes approve.
 */
function examplePart(kind: TurnKind, prompt: string): ExamplePart | undefined {
  if (kind === 'review') return reviewPart(prompt);
  if (kind === 'plan') return /^Stage: \*\*.*\*\* \(plan,/m.test(prompt) ? 'plan' : undefined;
  return partByKind[kind];
}

const purposes =
  /\bpass (\d{1,3}) of \d{1,3}: (judge|state)|(change) your files so that they answer the review/g;

/** The last match is the turn's own purpose, because the prompt shows earlier turns before it. */
function reviewPart(prompt: string): ExamplePart {
  const [, pass, judges, changes] = [...prompt.matchAll(purposes)].at(-1) ?? [];
  if (changes !== undefined) return 'revise';
  if (pass !== '1') return judges === 'judge' ? 'agree' : 'approve';
  return judges === 'judge' ? 'object' : 'require-changes';
}

const databaseTexts: Readonly<Partial<Record<ExamplePart, string>>> = {
  report: [
    '# Answer',
    '',
    '**SQLite.** At ten people its limit, one writer at a time, is far away, and there is no server to look after.',
    '',
    '- One file on one machine: it is backed up, copied and tried out with one command. (reported)',
    '- Writes wait for each other for less than anybody notices at this size. (inferred)',
    '',
    'Take **PostgreSQL** from the start when a second application server is planned, when other tools are to query the data, or when somebody already runs one.',
    '',
    '## Not verified',
    '',
    'Nothing was measured. One number would settle it: how many writes a second the busiest minute really has.',
    '',
    '*Played by simulated employees: no model was asked.*',
  ].join('\n'),
};

/** The example that is a question. Null in stages that a question does not have. */
function whichDatabase(part: ExamplePart): ScriptedAnswer | null {
  const text = databaseTexts[part];
  return text === undefined ? null : { text };
}

/** The sentence of a verification that a report quotes; undefined if the prompt has none. */
function readOutcome(prompt: string): string | undefined {
  const line = prompt.split('\n').findLast((text) => text.startsWith(label));
  return line?.slice(label.length);
}

/** The sentence about the result of the verification command. */
function verificationOf({ command }: ExampleProject, result: string | undefined): string {
  const said = (result ?? '').replace(fenceLines, '');
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
  if (said.trimStart().startsWith(toolTexts.shellDeclined)) {
    return `Not verified: \`${command}\` was refused, so it was not run.`;
  }
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
