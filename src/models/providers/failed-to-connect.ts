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

/** Whether nobody was there to answer: whatever answers, with an error too, has been reached. */
export function failedToConnect(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => typeof code === 'string' && codes.includes(code));
}
