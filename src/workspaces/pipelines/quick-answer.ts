import type { Pipeline } from '../../protocol/records/work.js';
import { lines, tagLineRequest } from './shared-instructions.js';

/** Three stages, for a question that needs an answer and no code. */
export const quickAnswer: Pipeline = {
  id: 'quick-answer',
  name: 'Quick answer',
  description: 'A question answered from sources: understand, research, answer.',
  stages: [
    {
      kind: 'intake',
      name: 'Understand the question',
      roleIds: ['ceo'],
      mode: 'single',
      produces:
        'The question in one sentence, the kind of answer it needs, the ambiguities with the reading chosen for each, and the tag line.',
      instruction: lines(
        'Put the question in one sentence. Say what kind of answer would close it: yes or no, a number, a choice, an explanation, a procedure.',
        'Say which decision seems to hang on it. Where it can be read in two ways, name both and the one you take.',
        'Do not answer it here.',
        tagLineRequest,
      ),
    },
    {
      kind: 'research',
      name: 'Research',
      roleIds: ['researcher'],
      mode: 'single',
      produces:
        'The claims the answer rests on, each cited, dated and graded, and what stays open.',
      instruction: lines(
        'Break the question into the few claims that decide it. Begin with the workspace when the question is about it: read the files, quote path and line.',
        'Cite what you opened. Grade every claim verified, reported or inferred, and give its date or version.',
        'If sources disagree, show both sides. If the premise is wrong, say that first.',
        'Stop when the question is decided. Name what you looked for and did not find.',
      ),
    },
    {
      kind: 'report',
      name: 'Answer',
      roleIds: ['ceo'],
      mode: 'single',
      produces: 'The answer, the reason for it, its sources and its limits.',
      instruction: lines(
        'Answer in the first sentence, as directly as the question was asked, with how sure you are.',
        'Then the two or three reasons that carry it, each with its source and grade from the research. Add nothing the research does not support.',
        'Close with what was not verified and what would change the answer. Stay under a page, and leave out how it was found.',
      ),
    },
  ],
};
