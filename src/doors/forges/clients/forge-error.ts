import { httpDate, retryAfterMs } from '#platform/net/retry-after.js';

/** A forge refused a request, or did not answer. */
export class ForgeError extends Error {
  constructor(
    message: string,
    /** Null: there was no answer. */
    readonly status: number | null,
    /** Wait that the forge asks for, ms; null: it names none. */
    readonly retryInMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ForgeError';
  }

  /** True if a later attempt may succeed. */
  get mayPass(): boolean {
    const { status } = this;
    return status === null || status >= 500 || status === 408 || status === 429 || this.isLimit;
  }

  /** True if the account lacks access, which people can grant later. */
  get isAccess(): boolean {
    return [401, 403, 404].includes(this.status ?? 0);
  }

  private get isLimit(): boolean {
    return this.status === 403 && this.retryInMs !== null;
  }
}

const secondMs = 1000;

type HeaderOf = (name: string) => string | null;

/** Wait until the next attempt by the headers of a refusal, ms; null: they name none. */
export function retryIn(status: number, header: HeaderOf, now: number): number | null {
  if (status !== 403 && status !== 429 && status < 500) return null;
  const date = header('date');
  const after = retryAfterMs(header('retry-after'), { date, now });
  if (after !== null) return after;
  const left = header('x-ratelimit-remaining') ?? header('ratelimit-remaining');
  const reset = Number(header('x-ratelimit-reset') ?? header('ratelimit-reset') ?? Number.NaN);
  if (left !== '0' || !Number.isFinite(reset)) return null;
  return Math.max(reset * secondMs - (httpDate(date) ?? now), secondMs);
}
