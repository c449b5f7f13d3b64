import type { StageSpec } from '../../protocol/records/work.js';
import { lines } from './shared-instructions.js';

/** Stages 7 to 10 of `product-build`: from the technical plan to the report. */
export const productBuildDelivery: readonly StageSpec[] = [
  {
    kind: 'build',
    name: 'Build',
    roleIds: ['frontend-dev-1', 'frontend-dev-2', 'backend-dev-1', 'backend-dev-2'],
    mode: 'parallel',
    produces:
      'The files of your part, written to the workspace and tried, with a report of paths, commands and results.',
    instruction: lines(
      'Build the part that the technical plan assigns to your role id, and only that. If nothing is assigned to you, say so in one line and stop.',
      'Read before you write: the plan, the files you will change, and one neighbour that does something alike.',
      'Keep to the paths, signatures and texts of the plan. Where it cannot work, take the smallest deviation and report it first.',
      'Write the tests that belong to your part. Run what can be run.',
      'Report every path you wrote, every command with its decisive output, and what is unfinished or was not tried.',
    ),
  },
  {
    kind: 'review',
    name: 'Review',
    roleIds: ['backend-lead', 'frontend-lead', 'qa-lead'],
    mode: 'review-loop',
    maxIterations: 2,
    produces:
      'Findings ranked by harm, each with its path, cause, consequence and smallest remedy, and a verdict.',
    instruction: lines(
      'Judge the files that were actually written, against the decision record and the technical plan. Open each one; do not review from a summary.',
      'Look first at failure paths, simultaneous use, refusals, and whether the tests could fail.',
      'Object with path and line, what goes wrong, when, and the smallest change that settles it. Leave taste out. If nothing is wrong, approve explicitly.',
      'On a second pass check the earlier findings one by one and open no new wish list.',
    ),
  },
  {
    kind: 'test',
    name: 'Verify',
    roleIds: ['qa-lead'],
    mode: 'single',
    produces:
      'Every acceptance criterion under one of three headings, verified, failed or not verified, with its evidence.',
    instruction: lines(
      'Take the acceptance criteria one by one, the most harmful failure first.',
      'Run the suite and use the product as its user would. Beside each "verified" put the command and the line of output that shows it.',
      'For each failure give the smallest steps, what was expected and what happened. Do not repair anything.',
      'Whatever you could not run stands under "not verified" with the reason. An output you did not see does not exist.',
      'End with one sentence: ready, ready except, or not ready because.',
    ),
  },
  {
    kind: 'report',
    name: 'Report to the user',
    roleIds: ['ceo'],
    mode: 'single',
    produces:
      'A report the requester can act on: outcome, how to try it, evidence, deviations from the brief, and what is untested or missing.',
    instruction: lines(
      'First sentence: what the requester can do now, or that they cannot. Judge it against the objective, not against the effort.',
      'Then how to try it: the exact commands and the paths of the main files.',
      'Then what was verified and how; then by name what is untested, failed or left out. Claim nothing that no stage has shown.',
      'List the assumptions that were made for the requester and the decisions they may want to reverse. End with the single most useful next step.',
    ),
  },
];
