/**
 * Marks the system text of a conversation, so that the simulated employee converses instead of
 * playing a stage.
 */
export const conversationMark = 'This is a conversation, not a stage of a run.';
