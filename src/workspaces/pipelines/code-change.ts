import type { Pipeline } from '../../protocol/records/work.js';
import { lines, tagLineRequest } from './shared-instructions.js';

/** Seven stages, for a limited change to existing code. */
export const codeChange: Pipeline = {
  id: 'code-change',
  name: 'Code change',
  description:
    'A bounded change to existing code: understand, plan, specify, build, review, verify, report.',
  stages: [
    {
      kind: 'intake',
      name: 'Understand the change',
      roleIds: ['ceo'],
      mode: 'single',
      produces:
        'The behaviour today and the behaviour wanted, what must stay as it is, the ambiguities with an assumption for each, and the tag line.',
      instruction: lines(
        'Say what happens today and what is to happen instead, from the side of whoever notices the difference. For a defect: the steps, what was expected, what is seen.',
        'List what must not change. Then list what the request leaves open, with the assumption the office will work on.',
        'Do not look for the cause and do not propose the remedy. If several changes hide in the request, number them.',
        tagLineRequest,
      ),
    },
    {
      kind: 'plan',
      name: 'Plan',
      roleIds: ['cto'],
      mode: 'single',
      produces:
        'Where the change belongs, who does which part, the order, the risk, and the check that ends it.',
      instruction: lines(
        'Find the code concerned and name it by path. For a defect, say how it can be reproduced and what you take to be the cause, marked as a hypothesis until it is shown.',
        'Give each part to backend-dev-1 or frontend-dev-1, with a result that can be checked. Both need not have work.',
        'Name the callers and stored data that could notice, and the riskiest of them.',
        'Choose the smallest change that settles it. Put cleaning up that was not asked for on a list at the end, without an owner.',
      ),
    },
    {
      kind: 'architect',
      name: 'Technical plan',
      roleIds: ['cto'],
      mode: 'single',
      produces:
        'The edits by path and function, signatures before and after, the test to add, and the command that checks it.',
      instruction: lines(
        'Read each file you name. For each give the function, what changes in it, and the signature before and after where it differs.',
        'Assign every path to exactly one of backend-dev-1 and frontend-dev-1; they work at the same time and cannot see each other.',
        'Describe the test that fails today and passes afterwards, and the existing tests that have to keep passing.',
        'Say how to undo the change, and what happens to data written in the meantime.',
        'Give the check command and the result to expect.',
      ),
    },
    {
      kind: 'build',
      name: 'Build',
      roleIds: ['backend-dev-1', 'frontend-dev-1'],
      mode: 'parallel',
      produces:
        'The edits of your part in the workspace, with the test that proves them and a report of paths, commands and results.',
      instruction: lines(
        'Make the edits that the technical plan assigns to your role id. If there are none, say so in one line and stop.',
        'Read the whole file before you edit it. Run the existing tests once before you change anything, so that you know which failures are old.',
        'For a defect write the failing test first. Keep the diff to what was asked; report other finds, leave them in place.',
        'Report every path you changed, the commands with their decisive output before and after, and what you did not run.',
      ),
    },
    {
      kind: 'review',
      name: 'Review',
      roleIds: ['backend-lead', 'qa-lead'],
      mode: 'review-loop',
      maxIterations: 2,
      produces: 'Findings with path, cause, consequence and smallest remedy, and a verdict.',
      instruction: lines(
        'Open every changed file and the callers of what changed. Ask whether the change does what was requested, whether anything else changed with it, and whether the new test would fail without it.',
        'Object with path and line, the input or order of events that goes wrong, and the smallest remedy. Otherwise approve explicitly.',
        'The existing style of the file counts as correct. On a second pass judge the earlier findings only.',
      ),
    },
    {
      kind: 'test',
      name: 'Verify',
      roleIds: ['qa-lead'],
      mode: 'single',
      produces:
        'What was verified with its evidence, what failed with steps, and what was not verified with the reason.',
      instruction: lines(
        'Check the requested behaviour first, in the way the request describes it. Then check what was to stay unchanged.',
        'Run the suite and compare with the results from before the change. Beside each "verified" put the command and its decisive line.',
        'List separately what you could not run, and why. Do not repair anything.',
        'End with one sentence: ready, ready except, or not ready because.',
      ),
    },
    {
      kind: 'report',
      name: 'Report',
      roleIds: ['ceo'],
      mode: 'single',
      produces:
        'A short report: what changed for the user, the files, the evidence, and what is untested.',
      instruction: lines(
        'Lead with the outcome: what behaves differently now, or that it does not yet.',
        'For a defect give the cause in one sentence. Then the changed files, one line each, and the evidence from verification.',
        'Name what is untested, what was deliberately left alone and how to undo the change. Half a page is enough.',
      ),
    },
  ],
};
