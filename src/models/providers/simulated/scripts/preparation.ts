import type { ScriptedAnswer, SimulatedTurn } from '../simulated-turn.js';

/** Texts before the work: the reading of the brief, the plan, the research. */
export const preparation = { intake, plan, research };

const mostTags = 4;

/** Words of a brief and their tags. */
const tagWords: readonly (readonly [RegExp, string])[] = [
  [/\btypescript\b/, 'typescript'],
  [/\b(ui|react|frontend|page|screen|button|form)\b/, 'frontend'],
  [/\b(api|endpoint|rest|http)\b/, 'api'],
  [/\b(data|database|storage|sql)\b/, 'data'],
  [/\b(model|models)\b/, 'model'],
  [/\b(router|routing)\b/, 'router'],
  [/\bllm\b/, 'llm'],
  [/\bproviders?\b/, 'provider'],
  [/\bagents?\b/, 'agent'],
  [/\b(cost|costs|budget|price)\b/, 'cost'],
  [/\b(tests?|testing)\b/, 'test'],
  [/\b(refactor|rename|clean)\b/, 'refactor'],
  [/\b(docs?|documentation|readme)\b/, 'docs'],
  [/\b(research|compare|survey)\b/, 'research'],
  [/\b(secure|security|auth)\b/, 'security'],
  [/\b(fast|performance|slow)\b/, 'performance'],
];

function intake({ excerpt, pick }: SimulatedTurn): ScriptedAnswer {
  const closing = pick([
    'Nothing here is hard to undo later, so the work can start on these assumptions.',
    'If one of these readings is wrong, say so early: they shape the plan.',
    'These are assumptions, not decisions; the plan may still overturn them.',
  ]);
  return {
    text: [
      `Deliver a small, working result for this request: ${excerpt}`,
      '',
      'How the request is read:',
      '',
      '- The result has to run on a fresh machine, without a manual step.',
      '- The common path comes first; unusual input is refused with a clear message.',
      '- What already exists in the workspace stays as it is unless the request names it.',
      '',
      'Left open by the request:',
      '',
      '- Who uses it, and how many of them at once.',
      '- What is kept between two sessions, and where.',
      '',
      closing,
      '',
      `TAGS: ${briefTags(excerpt).join(', ')}`,
    ].join('\n'),
  };
}

/** At most four tags for a brief; two neutral ones if no word is known. */
function briefTags(text: string): string[] {
  const lower = text.toLowerCase();
  const found = tagWords.flatMap(([words, tag]) => (words.test(lower) ? [tag] : []));
  return found.length > 0 ? found.slice(0, mostTags) : ['feature', 'general'];
}

/** The stages on demand that a simulated planner likes to see, with its reasons. */
const wanted = [
  ['Debate', 'how much belongs into a first version is open'],
  ['Decide', 'what the debate comes to is written down'],
] as const;

/** States the plan, and sets it if the tool for it is available. */
function plan(turn: SimulatedTurn): ScriptedAnswer {
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

function research({ excerpt, pick }: SimulatedTurn): ScriptedAnswer {
  const advice = pick([
    'Start with the plainest structure that works; every comparable project that began with a framework spent its first week on the framework.',
    'Keep the rules apart from the screen. Projects that did could change either without touching the other.',
    'Store as little as possible. What is derived cannot fall out of step.',
  ]);
  return {
    text: [
      '## What is known',
      '',
      `**Question.** What should we know before starting on: ${excerpt}`,
      '',
      '| Finding | Standing |',
      '|---|---|',
      '| Small tools of this kind live or die by how fast the first use succeeds. | reported |',
      '| Most defects found after release sit at the edges: empty input, repeated input, very long input. | reported |',
      '| A plain module with typed functions is enough at this size. | inferred |',
      '',
      '### What it means for us',
      '',
      advice,
      '',
      '### What was not looked at',
      '',
      'No source was opened in this turn, so nothing above is marked as verified.',
    ].join('\n'),
  };
}
