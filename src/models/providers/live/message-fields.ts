/** Under this name the SDK puts what it is given into a message of chat completions as it is. */
export const messageFields = 'openaiCompatible';

/** Fields of chat completions in which vendors write reasoning as text, the usual one first. */
export const reasoningTexts = ['reasoning_content', 'reasoning'] as const;

/** Under this name a piece of reasoning keeps the fields in which it came. */
export const reasoningFields = 'reasoningFields';
