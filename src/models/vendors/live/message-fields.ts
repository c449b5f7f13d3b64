/** Under this name the SDK puts what it is given into a message of chat completions as it is. */
export const messageFields = 'openaiCompatible';
