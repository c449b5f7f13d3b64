import { type OfficeAddress } from '../client/address.js';
import { OfficeRefusal, OfficeUnreachable } from '../client/errors.js';
import { noOffice } from '../client/http/http-transport.js';
import { Operations } from '../client/http/operations.js';
import { protocolProblem } from '../client/socket/frame-socket.js';

/** Time limit of the check, ms. */
const timeoutMs = 3000;

/**
 * False if nobody answers, or the office is still starting.
 * @throws OfficeRefusal if it denies access or is not an office; UnknownProtocol
 */
export async function isOpen(address: OfficeAddress): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const health = (await Operations.at(address).health({ signal })) as { llmMode?: unknown };
    if (health?.llmMode === undefined) throw noOffice(address);
    const problem = protocolProblem((health as { protocolVersion?: unknown }).protocolVersion);
    if (problem !== null) throw problem;
    return true;
  } catch (error) {
    if (error instanceof OfficeUnreachable || signal.aborted || isStarting(error)) return false;
    throw error;
  }
}

/** Only a booting service gives this answer. */
function isStarting(error: unknown): boolean {
  return error instanceof OfficeRefusal && error.status === 503;
}
