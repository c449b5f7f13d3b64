/** One rule of an instruction per line, as the prompt shows it. */
export const lines = (...rules: readonly string[]): string => rules.join('\n');
