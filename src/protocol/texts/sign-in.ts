import { quoted } from './format.js';

/** Texts for people who sign in, and for pages with a session. */
export const signInTexts = {
  notSet: 'This office has no sign-in: OFFICE_OIDC_ISSUER is not set.',
  notBegun:
    'This sign-in was not begun in this browser, or more than ten minutes ago. ' +
    'Open the office and sign in again.',
  silent: 'The provider of sign-ins does not answer as it should. Try again later.',
  refused: (reason: string) => `The provider has not signed you in: ${reason}`,
  noRights: (name: string) =>
    `You are signed in as ${quoted(name)}, who is in no group that this office knows. ` +
    'Ask whoever runs it for a right (OFFICE_OIDC_GROUPS).',
  noName: (claim: string, most: number) =>
    `The provider tells no name of 1 to ${most} characters in ${quoted(claim)} or "sub".`,
  nameTaken: (name: string) =>
    `${quoted(name)} is the name of a token of this office or of its administrator, ` +
    'so nobody signs in by it.',
  otherPage:
    'A session changes things and opens sockets from the own page of this office only. ' +
    'Programs send a token: "Authorization: Bearer <token>".',
  /** Title of the page that shows a refusal in a browser. */
  refusalTitle: 'You are not signed in',
  openOffice: 'Open the office',
} as const;
