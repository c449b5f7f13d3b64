/** Purposes of the turns that review and revise. */
export const reviewTexts = {
  pass: (number: number, most: number) => `pass ${number} of ${most}`,
  judge: (pass: string) =>
    `${pass}: judge the files that were actually produced, and object with paths or approve`,
  judgeAgain: (pass: string) =>
    `${pass}: judge first, by its number, whether each earlier objection is settled; then only what the revision changed`,
  rule: (pass: string) => `${pass}: state your approval, or list the changes that are required`,
  ruleAgain: (pass: string) =>
    `${pass}: state your approval, or list the changes that are still required. Begin with the earlier objections, by their numbers, each settled or not`,
  revise: (pass: string) =>
    `change your files so that they answer the review of ${pass}. The ruling comes first and decides. Answer each of its items on a line of its own: its number, fixed or not, and how or why. Change nothing else, and run what proves it where no check of the office does`,
  checksFirst:
    'The checks that failed stand before the ruling: the office runs them again after you, so mend what they show first',
  owned: (numbers: readonly string[]) =>
    numbers.length === 0
      ? 'None of its items names a path of yours: look whether one concerns you, and say so if not.'
      : `The items that name your paths: ${numbers.join(', ')}.`,
  ruling: 'the ruling',
  answer: 'the answer to the ruling',
  changedSince: 'What the revision changed:',
  afterRevision: 'What the authors say of the last revision:',
  putBack: (paths: readonly string[]) =>
    `A reviewer's command changed ${paths.join(', ')}; the office put it back.`,
  notPutBack: (paths: readonly string[], reason: string) =>
    `A reviewer's command changed ${paths.join(', ')}, and the office could not put it back: ${reason}`,
  otherAtWork: (runId: string) =>
    `run "${runId}" worked in the same files meanwhile, and its changes would be lost.`,
  objected: 'It had been revised after these objections:',
  superseded: (id: string) =>
    `(A later stage went on from it; as it was: read_document with the id ${id})`,
} as const;
