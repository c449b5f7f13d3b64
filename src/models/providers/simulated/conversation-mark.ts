/**
 * Stands in the system text of a chat or planning turn, so that the simulated employee converses
 * instead of playing a stage.
 */
export const conversationMark = 'This is a conversation, not a stage of a run.';
