import type { Clock } from '#platform/clock.js';
import { httpDate } from '#platform/net/retry-after.js';
import type { ForgeFetch } from './forge-fetch.js';

/** The time at a forge, as its answers tell it: the clocks may differ. */
export class HeardTime {
  private heard: { readonly at: number; readonly elapsed: number } | null = null;

  constructor(private readonly clock: Clock) {}

  hearing(fetch: ForgeFetch): ForgeFetch {
    return async (url, asked) => {
      const answer = await fetch(url, asked);
      const at = httpDate(answer.headers.get('date'));
      if (at !== null) this.heard = { at, elapsed: this.clock.elapsed() };
      return answer;
    };
  }

  /** That of the office where the forge tells none. @param ask asks it something */
  async now(ask: () => Promise<unknown>): Promise<number> {
    if (this.heard === null) await ask();
    const { clock, heard } = this;
    return heard === null ? clock.now() : heard.at + clock.elapsed() - heard.elapsed;
  }
}
