import { messageOf } from '../errors/error-text.js';
import type { HelperAnswer } from './helper-process.js';

/**
 * The other side of a `HelperProcess`: answers the requests that the service sends. Once the service
 * has let go of this process, nothing but requests at work keeps it running.
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
  // A terminal and some supervisors signal every process: the service still finishes its steps.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ignore);
  process.on('message', ({ id, request }: { id: number; request: Request }) => {
    void answerTo(id, request).then((given) => process.send?.(given, ignore));
  });
}

function ignore(): void {
  // The end of the service ends this process.
}
