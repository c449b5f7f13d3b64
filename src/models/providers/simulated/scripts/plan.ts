import type { SimulatedTurn } from '../simulated-turn.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

/** The stages on demand that a simulated planner likes to see, with its reasons. */
const wanted = [
  ['Debate', 'how much belongs into a first version is open'],
  ['Decide', 'what the debate comes to is written down'],
] as const;

/** Says the plan, and sets it where the tool for it is at hand. */
export function plan(turn: SimulatedTurn): ScriptedAnswer {
  const text = planInWords(turn);
  if (!turn.toolNames.has('set_plan') || turn.toolResults.length > 0) return { text };
  const stages = wanted.filter(([name]) => turn.prompt.includes(`\n- ${name}: `));
  const open =
    stages.length === 0
      ? []
      : [{ question: 'How much belongs into a first version?', options: ['a slice', 'all of it'] }];
  const argumentsJson = JSON.stringify({
    builders:
      stages.length === 0
        ? [{ roleId: 'backend-dev-1', part: 'all of it, with its tests' }]
        : [
            { roleId: 'backend-dev-1', part: 'core and checks' },
            { roleId: 'frontend-dev-1', part: 'surface' },
          ],
    open,
    stages: stages.map(([name, reason]) => ({ name, reason })),
    review: stages.length === 0 ? 'one' : 'full',
  });
  return { text, toolCall: { id: 'call_mock_plan_1', name: 'set_plan', argumentsJson } };
}

function planInWords({ excerpt, slug, pick }: SimulatedTurn): string {
  const risk = pick([
    'Scope grows while building. Anything not listed above waits for a second brief.',
    'The two halves meet late. Agree on the shape of the data before either starts.',
    'Errors are handled last. Write the refusals together with the happy path.',
  ]);
  return [
    '## Plan',
    '',
    `**Goal.** ${excerpt}`,
    '',
    '| # | Workstream | Result | Owner |',
    '|---|---|---|---|',
    `| 1 | Core | \`src/${slug}.ts\`: the rules, free of I/O | backend-dev-1 |`,
    '| 2 | Surface | what a user sees and can do | frontend-dev-1 |',
    '| 3 | Checks | the happy path, and one refusal for each rule | qa-lead |',
    '',
    '### Order',
    '',
    '1. Name the types both sides share.',
    '2. Build core and surface side by side against those types.',
    '3. Join them, run the checks, note what they do not cover.',
    '',
    '### Out of scope',
    '',
    'Accounts, deployment and anything that needs a network.',
    '',
    `### Main risk\n\n${risk}`,
  ].join('\n');
}
