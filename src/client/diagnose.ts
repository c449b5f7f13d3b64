import { OfficeRefusal } from './errors.js';
import type { HttpTransport } from './http/http-transport.js';
import type { Operations } from './http/operations.js';
import { protocolProblem } from './socket/frame-socket.js';

/** How long the service may take to say how it is, in ms. */
const healthTimeoutMs = 5000;

/**
 * Why an office cannot be talked to and will not be talked to later either: it refuses us, speaks
 * another version of the protocol, or is no office. Null: it may be starting or away.
 */
export async function diagnose(http: Operations, transport: HttpTransport): Promise<Error | null> {
  const signal = AbortSignal.timeout(healthTimeoutMs);
  try {
    const health = await http.health({ signal });
    if (!isHealth(health)) return new OfficeRefusal('What answers there is not an office.');
    return protocolProblem(health.protocolVersion) ?? (await refusalOfPage(transport, signal));
  } catch (error) {
    return error instanceof OfficeRefusal && isForGood(error) ? error : null;
  }
}

/**
 * A browser does not tell why a socket was refused. A page whose origin the service does not trust
 * may ask for its health all the same; what it writes is refused in the same words as its socket.
 */
async function refusalOfPage(
  transport: HttpTransport,
  signal: AbortSignal,
): Promise<OfficeRefusal | null> {
  if (await transport.isTrusted('/ws', { signal })) return null;
  try {
    await transport.ask('/ws', { method: 'POST', signal });
  } catch (error) {
    if (error instanceof OfficeRefusal && error.status === 403) return error;
  }
  return null;
}

function isHealth(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'llmMode' in answer;
}

/** A service that starts or is overloaded says so with a 5xx. */
function isForGood({ status = 0 }: OfficeRefusal): boolean {
  return status < 500;
}
