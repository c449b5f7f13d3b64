/** Refusals of directories among which that of a floor is chosen. */
export const folderTexts = {
  pathRequired: 'A repository needs a "path".',
  hidden: (path: string) => `${path} is hidden or in a hidden directory, which are not listed.`,
  noDirectory: (path: string) => `There is no directory ${path}.`,
  notRead: (path: string, reason: string) => `${path} cannot be read: ${reason}`,
  isRepository: (path: string) => `${path} is a git repository already.`,
  inRepository: (path: string, repository: string) =>
    `${path} is in the git repository ${repository}, and one repository in another hides its files.`,
  notMade: (path: string, reason: string) => `${path} could not be made a repository: ${reason}`,
};
