/** Patterns of file names, and what searches left out. */
export const globTexts = {
  noNegatedGroup: (pattern: string) =>
    `The pattern ${JSON.stringify(pattern)} holds !(…), which is not supported. Leave files out with exclude, or with a part of the list that begins with !, as in "*.ts,!*.spec.ts".`,
  rangeTooLong: (pattern: string, max: number) =>
    `The pattern ${JSON.stringify(pattern)} has ranges of more than ${max} values, which is not supported. Use * or ? for them.`,
  noParent: (pattern: string) =>
    `The pattern ${JSON.stringify(pattern)} leads upwards with "..", which is not supported. Name the directory as path.`,
  onlyNegated: (pattern: string) =>
    `The pattern ${JSON.stringify(pattern)} only takes files back in, and there is none that leaves any out. Give it without !.`,
  unclosed: (bracket: string) => `The ${bracket} is never closed, so it was taken for itself.`,
  fromWorkspace: 'A leading / stands for the workspace.',
  backslashes:
    'Parts of a path are joined with /; a \\ takes the meaning from the character behind it.',
} as const;
