import type { ForgeKind } from '#protocol/records/enums.js';

/** What forges call a request to merge a branch. */
export const requestNames: Readonly<Record<ForgeKind, string>> = {
  github: 'pull request',
  gitlab: 'merge request',
  gitea: 'pull request',
};
