const mostNamed = 10;

/** What people and employees are told of the files to which a yes is bound. */
export const approvedFileTexts = {
  bound: (names: readonly string[]) =>
    `A yes holds while these files are as they are now: ${listed(names)}.`,
  changedByRun: (names: readonly string[]) => `This run has changed: ${listed(names)}.`,
  changedSince: (names: readonly string[]) => `Changed since it was allowed: ${listed(names)}.`,
  keepsChanging: (names: readonly string[]) =>
    `Nothing was run: files that say what the command does changed again after each yes: ${listed(names)}.`,
} as const;

function listed(names: readonly string[]): string {
  const left = names.length - mostNamed;
  return names.slice(0, mostNamed).join(', ') + (left > 0 ? ` and ${left} more` : '');
}
