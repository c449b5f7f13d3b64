import { messageOf } from '../errors/error-text.js';
import type { HelperAnswer } from './helper-process.js';

/**
 * The counterpart of `HelperProcess`: answers the service's requests. After the service
 * disconnects, only current requests keep this process alive.
 */
export function serveRequests<Request, Answer>(
  handle: (request: Request) => Promise<Answer>,
): void {
  const answerTo = async (id: number, request: Request): Promise<HelperAnswer<Answer>> => {
    try {
      return { id, answer: await handle(request) };
    } catch (thrown) {
      return { id, failure: messageOf(thrown) };
    }
  };
  // Terminals and some supervisors signal every process, but the service still needs this one to
  // finish its work.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ignore);
  process.on('message', ({ id, request }: { id: number; request: Request }) => {
    void answerTo(id, request).then((given) => process.send?.(given, ignore));
  });
}

function ignore(): void {
  // The end of the service ends this process.
}
