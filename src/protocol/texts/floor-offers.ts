/** Agents, commands and prompts of a floor's folder. */
export const offerTexts = {
  badFrontMatter: (problem: string) => `its front matter cannot be read: ${problem}`,
  empty: 'it holds no text.',
  link: 'it is a link, and links are not followed.',
  badName: 'neither its name nor its file has a letter from a to z or a digit.',
  tooMany: (most: number) => `a folder offers at most ${most} files.`,
  tooManyEntries: (most: number) => `no more than ${most} files and folders are looked at.`,
  commands: 'commands between !` and ` (they stand in the brief, and nothing runs them)',
  all: 'What it is for',
  position: (number: number) => `Argument ${number}`,
  voice: 'Says plainly what was done and what was not.',
} as const;
