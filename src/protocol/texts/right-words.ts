import type { Right } from '../rights.js';

/** What each right allows, as people read it. */
export const rightWords: Readonly<Record<Right, string>> = {
  read: 'see everything that is shown; every token may',
  work: 'runs, comments, chat, planning and facts',
  approve: 'answer requests; deliver, undo and discard changes; take back what was allowed',
  administer:
    'everything else: settings, floors, people, models, plugins, triggers, forges and tokens',
};
