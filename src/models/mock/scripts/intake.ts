import { briefTags } from '../brief-tags.js';
import type { Scene } from '../scene.js';
import type { ScriptedAnswer } from '../scripted-answer.js';

export function intake({ excerpt, pick }: Scene): ScriptedAnswer {
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
