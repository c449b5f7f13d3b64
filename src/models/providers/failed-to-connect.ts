import { causesOf } from '../../platform/errors/error-text.js';

const codes = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** True if nothing answered; an error response counts as reached. */
export function failedToConnect(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => typeof code === 'string' && codes.includes(code));
}
