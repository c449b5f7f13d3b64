/** Rights of a token. They are a set: none includes another (docs/doors/tokens.md). */
export const rights = ['read', 'work', 'approve', 'administer'] as const;

/**
 * - `read`: watch; every token has it.
 * - `work`: submit, steer, cancel, retry, chat, change plans and memory.
 * - `approve`: answer approvals, deliver and revert changes.
 * - `administer`: settings, floors, people, plugins, triggers, tokens, `sandbox-floor`.
 */
export type Right = (typeof rights)[number];
