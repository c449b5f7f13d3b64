/** Problems of file name patterns, and notes on what searches left out. */
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

export const leftOutTexts = {
  binary: 'binary',
  large: 'too large',
  unreadable: 'cannot be read',
  secret: 'looks like secrets; name it as path to ask for it',
  neverWalked: 'never walked',
  ignored: 'ignored',
  links: 'links, which are not followed',
  closed: 'cannot be opened',
  deep: 'too deep',
  because: (name: string, reason: string) => `${name} (${reason})`,
  kind: (reason: string, names: string) => `${reason}: ${names}`,
  named: (names: readonly string[], more: number) =>
    names.join(', ') + (more > 0 ? ` and ${more} more` : ''),
  notSearched: (count: number, names: string) => `(${count} file(s) not searched: ${names})`,
  notLookedAt: (parts: readonly string[], canBeNamed: boolean) =>
    `(not looked at: ${parts.join('; ')}${canBeNamed ? '; name one as path to look there' : ''})`,
} as const;
