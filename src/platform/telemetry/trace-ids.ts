import { createHash } from 'node:crypto';

const traceIdLength = 32;
const spanIdLength = 16;

/** Things with their own span, whose id is derived. */
type SpanSubject = 'run' | 'stage' | 'turn' | 'tool';

/**
 * Trace id of a run (W3C: 32 hexadecimal digits), derived from the run's id, so that every process
 * uses the same.
 */
export function traceIdOf(runId: string): string {
  return digits(`trace ${runId}`, traceIdLength);
}

/** Span id (16 hexadecimal digits), derived from the id of its subject. */
export function spanIdOf(subject: SpanSubject, id: string): string {
  return digits(`${subject} ${id}`, spanIdLength);
}

/** Never all zeros, which is not a valid id. */
function digits(text: string, length: number): string {
  const found = createHash('sha256').update(text).digest('hex').slice(0, length);
  return /[1-9a-f]/.test(found) ? found : found.replace(/0$/, '1');
}
