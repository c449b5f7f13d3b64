import type { StageSpec } from '../../protocol/records/work.js';
import { lines, tagLineRequest } from './shared-instructions.js';

/** Stages 1 to 6 of `product-build`: everything before the first line of code. */
export const productBuildPreparation: readonly StageSpec[] = [
  {
    kind: 'intake',
    name: 'Understand the brief',
    roleIds: ['ceo'],
    mode: 'single',
    produces:
      'The objective in one paragraph, the constraints the brief states, its ambiguities with the assumption taken for each, and the tag line.',
    instruction: lines(
      'Restate the brief as one objective: who will be able to do what that they cannot do now, and how they will notice.',
      'List the constraints the brief states, in its own words. Then list what it leaves open, and for each gap the assumption the office will work on, so that the requester can correct it.',
      'Do not solve anything here: no technology, no screens, no plan, and no wishes the brief does not contain.',
      tagLineRequest,
    ),
  },
  {
    kind: 'plan',
    name: 'Plan the workstreams',
    roleIds: ['ceo'],
    mode: 'single',
    produces:
      'Three to six workstreams in order, each with one owner by role id, its result, its check and what it waits for.',
    instruction: lines(
      'Cut the objective into workstreams that each end in something that can be shown. Prefer a thin slice that runs from end to end over a finished layer.',
      'Give each one owner out of frontend-dev-1, frontend-dev-2, backend-dev-1, backend-dev-2 and qa-lead, the sentence that says how to check it, and what it waits for and why.',
      'Put first the stream that could sink the plan. Name the longest chain of waits.',
      'Write down the questions research has to answer, and what is left out on purpose.',
    ),
  },
  {
    kind: 'research',
    name: 'Research prior art',
    roleIds: ['researcher'],
    mode: 'single',
    optional: true,
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
    name: 'Debate the approach',
    roleIds: ['design-lead', 'frontend-lead', 'backend-lead', 'cto'],
    mode: 'debate',
    rounds: 2,
    produces:
      'The approaches that were weighed, the failure modes raised against each, what was conceded, and what remains in dispute.',
    instruction: lines(
      'Open with what you would build and the reason that decides it for you, from your own craft.',
      'Argue with concrete failure modes: who does what, in which order, what they see, how long until somebody notices. Give sizes.',
      'Answer the strongest form of what was said before you. Concede out loud: "I withdraw ..., because ...".',
      'Leave aside what everyone would build alike; spend the words on the one or two real disagreements.',
    ),
  },
  {
    kind: 'workshop',
    name: 'Decide and specify',
    roleIds: ['ceo', 'design-lead', 'cto'],
    mode: 'debate',
    rounds: 1,
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
    produces:
      'The files to create or change with their owner, the signatures and data shapes between them, and the command that checks the whole.',
    instruction: lines(
      'Read the workspace before you plan. Keep its structure, its names and its tools unless the decision record says otherwise.',
      'List every path to be created or changed with one line on its purpose, and assign each to exactly one of frontend-dev-1, frontend-dev-2, backend-dev-1, backend-dev-2. They build at the same time and cannot see each other, so no path may have two owners.',
      'Write the signatures, types, routes and data shapes at every border between owners in full. They are the only thing the owners share.',
      'Name the failure modes you accept. Give the one command that shows that it works, with the result to expect.',
    ),
  },
];
