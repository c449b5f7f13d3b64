/** Rights of a token. They are a set: none includes another (docs/doors/tokens.md). */
export const rights = ['read', 'work', 'approve', 'administer'] as const;

/**
 * - `read`: see everything that is shown; every token may.
 * - `work`: runs, comments, chat, planning and facts.
 * - `approve`: answer requests; deliver, undo and discard changes; take back what was allowed.
 * - `administer`: everything else: settings, floors, people, models, plugins, triggers, forges and tokens.
 */
export type Right = (typeof rights)[number];
