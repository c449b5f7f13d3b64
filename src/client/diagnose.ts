import { OfficeRefusal } from './errors.js';
import type { Operations } from './http/operations.js';
import { protocolProblem } from './socket/frame-socket.js';

/** How long the service may take to say how it is, in ms. */
const healthTimeoutMs = 5000;

/**
 * Why an office cannot be talked to and will not be talked to later either: it refuses us, speaks
 * another version of the protocol, or is no office. Null: it may be starting or away.
 */
export async function diagnose(http: Operations): Promise<Error | null> {
  try {
    const health = await http.health({ signal: AbortSignal.timeout(healthTimeoutMs) });
    if (isHealth(health)) return protocolProblem(health.protocolVersion);
    return new OfficeRefusal('What answers there is not an office.');
  } catch (error) {
    return error instanceof OfficeRefusal && isForGood(error) ? error : null;
  }
}

function isHealth(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'llmMode' in answer;
}

/** A service that starts or is overloaded says so with a 5xx. */
function isForGood({ status = 0 }: OfficeRefusal): boolean {
  return status < 500;
}
