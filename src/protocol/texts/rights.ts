import type { Right } from '../rights.js';
import { quoted } from './format.js';

export const rightsTexts = {
  missing: (name: string | null, rights: readonly Right[]) =>
    `${name === null ? 'This caller' : `The token ${quoted(name)}`} lacks the ` +
    `${rights.length === 1 ? 'right' : 'rights'} ${rights.map((right) => quoted(right)).join(' and ')}.`,
  tokenRequired:
    'A valid token is required: this office knows its callers by tokens. ' +
    'The page asks for it, the command line takes it from OFFICE_API_TOKEN, ' +
    'and programs send it as "Authorization: Bearer <token>".',
  revoked: 'This token was revoked or has expired.',
} as const;

export const auditTexts = {
  failed: 'The service failed.',
  furtherRefusals: 'Further refusals of this caller in this minute are not written.',
  notSince: '"since" must be a number of milliseconds since 1970.',
} as const;

export const tokenTexts = {
  name: (most: number) => `A token needs a name of 1 to ${most} characters on one line.`,
  nameTaken: (name: string) =>
    `${quoted(name)} is the name of a token, of somebody who has signed in, or of the administrator. ` +
    'Choose another name.',
  rights: (all: readonly Right[]) => `"rights" must be a list of ${all.map(quoted).join(', ')}.`,
  expiry: '"expiresAt" must be a time in the future, in milliseconds since 1970.',
  tooMany: (most: number) => `This office has ${most} tokens, as many as it keeps. Revoke some.`,
  unknown: (id: string) => `There is no token ${quoted(id)}.`,
  firstMustAdminister:
    'From the first token on every caller needs one. So the first must have the right "administer" and no end, ' +
    'or OFFICE_API_TOKEN must be set.',
  lastMustStay:
    'This is the last token that may administer. Revoke the others first, or make another one with the right "administer" and no end.',
} as const;
