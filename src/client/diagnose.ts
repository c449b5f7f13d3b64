import { OfficeRefusal } from './errors.js';
import type { HttpTransport } from './http/http-transport.js';
import type { Operations } from './http/operations.js';
import { protocolProblem } from './socket/frame-socket.js';

/** Time limit of the health request, ms. */
const healthTimeoutMs = 5000;

/**
 * A permanent reason why an office cannot be used: it refuses access, has another protocol version,
 * or is not an office. Null: it may be starting or away.
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
 * Browsers do not tell why a socket was refused. A page of an untrusted origin may read its health;
 * a write is refused with the same text as its socket.
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

/** A 5xx means starting or overloaded. */
function isForGood({ status = 0 }: OfficeRefusal): boolean {
  return status < 500;
}
