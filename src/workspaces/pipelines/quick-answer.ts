import type { Pipeline } from '../../protocol/records/work.js';
import { lines } from './shared-instructions.js';

/** One employee looks and answers; no code is written. */
export const quickAnswer: Pipeline = {
  id: 'quick-answer',
  name: 'Quick answer',
  description: 'A question answered from the workspace and from sources, by one employee.',
  stages: [
    {
      kind: 'report',
      name: 'Answer',
      roleIds: ['researcher'],
      mode: 'single',
      produces: 'The answer, the reason for it, its sources and its limits.',
      instruction: lines(
        'Begin with the workspace when the question is about it: read the files, quote path and line. Look outside only for what cannot be known here.',
        'Answer in the first sentence, as directly as the question was asked, with how sure you are. If the premise is wrong, say that first. Where the question can be read in two ways, name the one you take.',
        'Then the two or three reasons that carry it, each with its source, graded verified (seen at the source or run here), reported or inferred. Where a choice is asked for, give the strongest case against yours and what would turn it.',
        'Close with what was not verified. Stay under a page, and leave out how it was found.',
      ),
    },
  ],
};
