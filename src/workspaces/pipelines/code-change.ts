import type { Pipeline } from '../../protocol/records/work.js';
import { lines } from './shared-instructions.js';

/** A bounded change to existing code: one employee writes, another one checks. */
export const codeChange: Pipeline = {
  id: 'code-change',
  name: 'Code change',
  description: 'A bounded change to existing code: plan, build, review, report.',
  stages: [
    {
      kind: 'plan',
      name: 'Plan',
      roleIds: ['backend-dev-1'],
      mode: 'single',
      produces:
        'Where the change belongs, what must stay as it is, and the command that proves it.',
      instruction: lines(
        'Read what you need to make the change yourself: what it concerns, what depends on it, and how it is tested. Change nothing yet; you build from here, and need not read it again.',
        'For a defect say how it is reproduced, and its cause. Where its example does not show the fault, say so and look for the one it means. What the request leaves open, settle by the smallest change that serves it, and say so.',
        'Write at most ten lines, without cleaning up that was not asked for: the edits by path, what could break, the check that fails today.',
      ),
    },
    {
      kind: 'build',
      name: 'Build',
      roleIds: ['backend-dev-1'],
      mode: 'parallel',
      produces: 'The edits of your part in the workspace, and what proves them.',
      instruction: lines(
        'Make the edits of your part. Where the office has run no checks, run the existing tests before you change anything, to know which failures are old.',
        'For a defect write the failing test first; for a text, a check that what it says holds. Keep the diff to what was asked; report other finds, leave them in place.',
        'Report every path you changed, the commands with their decisive output, and what you did not run. Be brief: the diff is recorded.',
      ),
    },
    {
      kind: 'review',
      name: 'Review',
      roleIds: ['qa-lead', 'backend-lead'],
      mode: 'review-loop',
      maxIterations: 2,
      produces: 'Findings with path and line, cause and consequence, and a verdict.',
      instruction: lines(
        'You come to this afresh. Look at the change, and open what it does not show: the files around it, and what depends on it. Ask whether the change does what was requested, whether anything else changed with it, and whether a new test would fail without it.',
        'Try it: what no check of the office covers, and one input that nobody thought of. See a probe of yours fail on what was there before.',
        'Object with the input or order of events that goes wrong. Otherwise approve explicitly. The existing style of the file counts as correct.',
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
        'Lead with the outcome: what behaves differently now, or that it does not yet. You need no tools: what happened is told here.',
        'For a defect give the cause in one sentence. Then the changed files, one line each, and the commands that prove it with their decisive line.',
        'Name what is untested and what was deliberately left alone. Half a page is enough.',
      ),
    },
  ],
};
