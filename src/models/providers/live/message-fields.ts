/** Under this name the SDK copies fields unchanged into a chat completions message. */
export const messageFields = 'openaiCompatible';

/** Fields of chat completions with readable reasoning, the usual one first. */
export const reasoningTexts = ['reasoning_content', 'reasoning'] as const;

/** Under this name a piece of reasoning keeps the names of its original fields. */
export const reasoningFields = 'reasoningFields';
