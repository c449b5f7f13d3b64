import type { Pipeline } from '../../protocol/records/work.js';
import { lines } from './shared-instructions.js';

/** One employee looks and answers, a second one where a decision is asked for; nothing is written. */
export const quickAnswer: Pipeline = {
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
