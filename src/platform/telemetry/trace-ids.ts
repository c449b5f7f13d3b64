import { createHash } from 'node:crypto';

const traceIdLength = 32;
const spanIdLength = 16;

/** What has a span of its own whose id others derive too. */
type SpanSubject = 'run' | 'stage' | 'turn' | 'tool';

/**
 * The id of the run's trace (W3C: 32 hexadecimal digits), derived from the run's, so that whichever
 * process works on the run has the same.
 */
export function traceIdOf(runId: string): string {
  return digits(`trace ${runId}`, traceIdLength);
}

/** The id of a span (16 hexadecimal digits), derived from the id of what it is of. */
export function spanIdOf(subject: SpanSubject, id: string): string {
  return digits(`${subject} ${id}`, spanIdLength);
}

/** Never all zeros, which would be no id. */
function digits(text: string, length: number): string {
  const found = createHash('sha256').update(text).digest('hex').slice(0, length);
  return /[1-9a-f]/.test(found) ? found : found.replace(/0$/, '1');
}
