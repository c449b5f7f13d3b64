import { z } from 'zod';
import { causesOf, messageOf } from '../../platform/errors/error-text.js';

/** A request whose connection ended, at a server that still answers others. */
export class LostRequest extends Error {
  constructor(thrown: unknown) {
    super(messageOf(thrown), { cause: (thrown as Partial<Error>).cause });
    this.name = 'LostRequest';
  }
}

/** A request whose failure makes the connection unusable. */
export class BrokenConnection extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokenConnection';
  }
}

/** The server refused it because it does not know the session (any more). */
export class ForgottenSession extends BrokenConnection {
  constructor(message: string) {
    super(message);
    this.name = 'ForgottenSession';
  }
}

const speaksOfSession =
  /session|not (?:been |yet )?initiali[sz]ed|before initiali[sz]ation|unsupported protocol version/i;

interface RefusedPost {
  readonly status: number;
  /** The request named a session. */
  readonly inSession: boolean;
  /** Method of the request. */
  readonly method: string | undefined;
  /** Beginning of the answer. */
  readonly said: string;
}

const beginnings: readonly unknown[] = ['initialize', 'server/discover'];

/** True if a refusal means that a new session is needed; servers use various statuses. */
export function forgetsSession({ status, inSession, method, said }: RefusedPost): boolean {
  if (beginnings.includes(method) || status === 401 || status === 403) return false;
  if (status === 404 && inSession) return true;
  return status >= 400 && status < 500 && speaksOfSession.test(said);
}

const codesOfServers: readonly number[] = [-32_000, -32_001, -32_002, -32_022, -32_600];

/** The same for an error answer, which counts only within a session. */
export function disownsSession(code: number, message: string, inSession: boolean): boolean {
  if (!codesOfServers.includes(code)) return false;
  return inSession ? speaksOfSession.test(message) : /initiali[sz]|protocol version/i.test(message);
}

const codesOfLostConnections: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** True if an established connection ended: servers and proxies close idle ones at any time. */
export function isConnectionLost(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => codesOfLostConnections.includes(code));
}

/** True if a message may arrive twice. */
export function isRepeatable(body: unknown): boolean {
  if (typeof body !== 'string') return true;
  return repeatable.includes(messageIn(body).method);
}

const repeatable: readonly unknown[] = ['server/discover', 'tools/list', 'ping'];

const sentMessage = z
  .object({ method: z.string().optional(), id: z.union([z.string(), z.number()]).optional() })
  .catch({});

/** The fields of a sent message that are read here; empty for any other body. */
export function messageIn(body: unknown): z.output<typeof sentMessage> {
  return typeof body === 'string' ? sentMessage.parse(JSON.parse(body)) : {};
}

/** Only asks for an answer. */
export const pingBody = JSON.stringify({ jsonrpc: '2.0', id: 'still-there', method: 'ping' });
