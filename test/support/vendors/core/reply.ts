/** The name of before, for the suites of the page until they are renamed. */
export type { Brain, Conversation, Reply } from '../../providers/core/reply.js';
