/** What employees are told where a text of the prompt is shortened or missing. */
export const promptTexts = {
  restOfDocument: (omitted: number, id: string) =>
    `\n… [${omitted} characters left out here; the whole: read_document with the id ${id}] …\n`,
  restOfSkill: (omitted: number, id: string) =>
    `\n… [${omitted} characters left out here; the whole: read_skill with the id ${id}] …\n`,
  leftOut: (omitted: number) => `\n… [${omitted} characters left out here] …\n`,
  otherSkills: 'Read one of the others with `read_skill` before you do its kind of work.',
  noTools: 'You have no tools in this turn.',
  tools: (names: readonly string[]) => `Tools you may call: ${names.join(', ')}.`,
  failedTurn: (reason: string) => `This turn failed: ${reason}`,
  failedTurnText: 'What it had said until then:',
} as const;
