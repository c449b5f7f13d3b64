import type { ExampleBrief } from '#protocol/example-briefs.js';
import type { ScriptedAnswer } from '../scripted-answer.js';
import type { SimulatedTurn } from '../simulated-turn.js';
import { csvTable } from './csv-table.js';
import { daysUntil } from './days-until.js';
import type { ExampleProject, Replacement } from './example-project.js';
import { exampleIn, examplePart } from './example-turn.js';
import type { ExamplePart } from './example-turn.js';
import { readOutcome, verificationOf } from './verification.js';
import { whichDatabase } from './which-database.js';

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
    case 'intake':
      return { text: `${project.objective}\n\nTAGS: ${project.tags.join(', ')}` };
    case 'plan':
      return { text: project.plan };
    case 'specify':
      return { text: project.specification };
    case 'stand-by':
      return { text: 'The technical plan assigns nothing to me, so I changed nothing.' };
    case 'build':
      return inSteps(turn, writes(project), built(project));
    case 'object':
      return inSteps(turn, [reading(project.mend.program.path)], objecting(project));
    case 'require-changes':
      return inSteps(turn, [reading(project.mend.program.path)], requiring(project));
    case 'revise':
      return inSteps(turn, revision(project), project.mend.text);
    case 'approve':
      return inSteps(turn, [reading(project.mend.test.path)], approval(project));
    case 'verify':
      return inSteps(turn, [running(project)], verificationOf(project, turn.toolResults[0]));
    case 'report':
      return { text: report(project, turn.prompt) };
    case 'research':
      return null;
  }
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

const running = ({ command }: ExampleProject): Step => ({
  name: 'run_shell',
  arguments: { command },
});

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

function approval({ mend }: ExampleProject): string {
  return [
    `The earlier finding is settled in \`${mend.program.path}\`, and \`${mend.test.path}\` has the test that fails without it. Nothing else changed.`,
    '',
    'Approved.',
    '',
    'Verdict: approved',
  ].join('\n');
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
