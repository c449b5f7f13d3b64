import type { Pipeline, StageSpec } from '../../protocol/records/work.js';
import { codeChange } from './code-change.js';
import { lines } from './shared-instructions.js';

/**
 * One employee researches and answers; a second one checks if a decision is asked for; nothing is
 * written.
 */
const quickAnswer: Pipeline = {
  id: 'quick-answer',
  name: 'Quick answer',
  description:
    'A question answered from the workspace and from sources, by one employee; a decision gets a second look.',
  stages: [
    {
      kind: 'report',
      name: 'Answer',
      roleIds: ['researcher'],
      mode: 'single',
      readOnly: true,
      produces: 'The answer, the reason for it, its sources and its limits.',
      instruction: lines(
        'Begin with the workspace when the question is about it: read the files, quote path and line. Look outside only for what cannot be known here.',
        'Answer in the first sentence, as directly as the question was asked, with how sure you are. If the premise is wrong, say that first. Where the question can be read in two ways, name the one you take.',
        'Then the two or three reasons that carry it, each with its source, graded verified (seen at the source or run here), reported or inferred. Where a choice is asked for, give the strongest case against yours and what would turn it.',
        'Close with what was not verified. Stay under a page, and leave out how it was found.',
      ),
    },
    {
      kind: 'report',
      name: 'Second look',
      roleIds: ['cto'],
      mode: 'single',
      optional: true,
      onDemand: true,
      onDecision: true,
      readOnly: true,
      produces: 'The decision as the requester reads it: one answer, with where two people differ.',
      instruction: lines(
        'A colleague has answered; the answer stands above. Open what the choice rests on before you believe it, and argue the strongest case against it, from cost, failure and the way back.',
        'Then write the answer that the requester reads in place of the first: the choice in the first sentence, whether both of you agree, the reasons that survived, and what would turn it.',
        'Keep the sources and grades of the first answer where they hold, and correct by name what does not. Under a page; leave out how it was found.',
      ),
    },
  ],
};

/** Stages before the first line of code: the plan, and the preparations that it asks for. */
const preparation: readonly StageSpec[] = [
  {
    kind: 'plan',
    name: 'Plan',
    roleIds: ['cto'],
    mode: 'single',
    produces:
      'The objective, the files to create with their purpose, who builds which, the command that proves it, and what is left out on purpose.',
    instruction: lines(
      'Restate the brief as one objective: who will be able to do what that they cannot do now. Settle what it leaves open by the smallest assumption, and list these assumptions.',
      'Look into the workspace first, if it holds anything. Keep its structure, its names and its tools.',
      'List every path to be created with one line on its purpose. Give all of it to one builder unless parts can be built at the same time over a border that you can write down in full: names, signatures, data shapes. No path has two owners.',
      'Say how it is proved: the command, and the result to expect.',
    ),
  },
  {
    kind: 'research',
    name: 'Research',
    roleIds: ['researcher'],
    mode: 'single',
    optional: true,
    onDemand: true,
    produces:
      'Answers to the open questions as graded claims with sources, and a recommendation of what to reuse.',
    instruction: lines(
      'Look into the workspace first: what exists there already, which conventions and dependencies it has. Then look outside.',
      'Cite what you opened. Grade every claim verified (seen at the source or run here), reported (someone credible says so) or inferred (your conclusion, with the step).',
      'Search once for the opposite of each main finding. Say which look-ups failed.',
      'Finish with what to reuse, what to avoid and what stays unknown, most useful first.',
    ),
  },
  {
    kind: 'debate',
    name: 'Debate',
    roleIds: ['design-lead', 'frontend-lead', 'backend-lead', 'cto'],
    mode: 'debate',
    rounds: 2,
    onDemand: true,
    produces:
      'The approaches that were weighed, the failure modes raised against each, what was conceded, and what remains in dispute.',
    instruction: lines(
      'Say what you would build and the reason that decides it for you, from your own craft.',
      'Argue with concrete failure modes: who does what, in which order, what they see, how long until somebody notices. Give sizes.',
      'Answer the strongest form of what was said before you. Concede out loud: "I withdraw ..., because ...".',
      'Leave aside what everyone would build alike; spend the words on the one or two real disagreements.',
    ),
  },
  {
    kind: 'workshop',
    name: 'Decide',
    roleIds: ['ceo', 'design-lead', 'cto'],
    mode: 'debate',
    rounds: 1,
    onDemand: true,
    produces:
      'A decision record: the decision, the rejected options with reasons, the interfaces, every state the user can meet, and what is out of scope.',
    instruction: lines(
      'Settle every dispute the debate left. A decision is one sentence that a newcomer understands, with the reason it won.',
      'For each rejected option give the reason it lost and the sign that would bring it back.',
      'Specify behaviour that can be tested: the interfaces with names and shapes; each state of each view (empty, loading, partial, failed, refused) with the words shown; each refusal and what stays unchanged.',
      'List what is out of scope, and the acceptance criteria with concrete values.',
    ),
  },
  {
    kind: 'architect',
    name: 'Technical plan',
    roleIds: ['cto'],
    mode: 'single',
    onDemand: true,
    produces:
      'The files to create or change with their owner, the signatures and data shapes between them, and the command that checks the whole.',
    instruction: lines(
      'Read the workspace before you plan. Keep its structure, its names and its tools unless the decision record says otherwise.',
      'List every path to be created or changed with one line on its purpose, and give each to exactly one of the builders. They build at the same time and cannot see each other.',
      'Write the signatures, types, routes and data shapes at every border between builders in full. They are the only thing the builders share.',
      'Name the failure modes you accept. Give the one command that shows that it works, with the result to expect.',
    ),
  },
];

/** Stages from the first line of code to the report. */
const delivery: readonly StageSpec[] = [
  {
    kind: 'build',
    name: 'Build',
    roleIds: ['backend-dev-1'],
    mode: 'parallel',
    produces:
      'The files of your part, written to the workspace and tried, with a report of paths, commands and results.',
    instruction: lines(
      'Build your part of the plan, and only that. Read before you write: the files you will change, and one neighbour that does something alike.',
      'Keep to the paths, signatures and texts of the plan. Where it cannot work, take the smallest deviation and report it first.',
      'Write the tests that belong to your part. Run what can be run, as its user would.',
      'Report every path you wrote, every command with its decisive output, and what is unfinished or was not tried. Be brief: the diff is recorded.',
    ),
  },
  {
    kind: 'review',
    name: 'Review',
    roleIds: ['qa-lead', 'backend-lead', 'frontend-lead'],
    mode: 'review-loop',
    maxIterations: 2,
    produces:
      'Findings ranked by harm, each with its path, cause, consequence and smallest remedy, and a verdict.',
    instruction: lines(
      'You come to this afresh. Judge the files that were actually written, against the brief and the plan. Open what the change does not show whole; do not review from a summary. Use the product as its user would.',
      'Look first at failure paths, simultaneous use, refusals, and whether the tests could fail.',
      'Object with path and line, what goes wrong, when, and the smallest change that settles it. Leave taste out. If nothing is wrong, approve explicitly.',
    ),
  },
  {
    kind: 'report',
    name: 'Report',
    roleIds: ['ceo'],
    mode: 'single',
    produces:
      'A report the requester can act on: outcome, how to try it, evidence, deviations from the brief, and what is untested or missing.',
    instruction: lines(
      'First sentence: what the requester can do now, or that they cannot. Judge it against the brief, not against the effort. You need no tools: what happened is told here.',
      'Then how to try it: the exact commands and the paths of the main files.',
      'Then what was verified: each command that proves it with its decisive line; then by name what is untested, failed or left out. Claim nothing that no command or stage has shown.',
      'List the assumptions that were made for the requester. End with the single most useful next step.',
    ),
  },
];

/**
 * For briefs that ask for something new. The four stages after the plan run only if it asks for
 * them.
 */
const productBuild: Pipeline = {
  id: 'product-build',
  name: 'Product build',
  description:
    'From a brief to built and reviewed work: plan, build, review, report; where the plan asks for it, research, debate, decide and design before.',
  stages: [...preparation, ...delivery],
};

/** The shipped pipelines, in order. */
export const defaultPipelines: readonly Pipeline[] = [productBuild, codeChange, quickAnswer];
