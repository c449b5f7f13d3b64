/** How often a lease is renewed, and how long a renewal may take; ms. */
interface LeasePace {
  readonly renewEveryMs: number;
  /** Pause after a renewal that failed. */
  readonly retryMs: number;
  /** A database that has not answered after so long is tried again on a new connection. */
  readonly timeoutMs: number;
  /** So long after the last renewal the process lets its runs go; others may take them at `ttlMs`. */
  readonly standsMs: number;
}

export function leasePace(ttlMs: number): LeasePace {
  return {
    renewEveryMs: ttlMs / 3,
    retryMs: ttlMs / 12,
    timeoutMs: ttlMs / 4,
    standsMs: (ttlMs * 5) / 6,
  };
}

const renewedAt = 0;
const lapses = 1;

/**
 * When the leases of this process were last renewed, and how often they had lapsed before that. The
 * cells are shared memory: the thread that renews writes them, and the main thread reads them even
 * when its event loop was too busy to take messages in. Times are nanoseconds of `process.hrtime`,
 * which is the same in all threads of a process and which nobody sets.
 */
export class LeaseTimes {
  private readonly cells: BigInt64Array;
  private readonly standsNs: bigint;

  constructor(
    ttlMs: number,
    readonly memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT),
    private readonly now: () => bigint = () => process.hrtime.bigint(),
  ) {
    this.cells = new BigInt64Array(memory);
    this.standsNs = BigInt(Math.floor(leasePace(ttlMs).standsMs)) * 1_000_000n;
  }

  /** @param sentAt the time before the renewal was sent: the database counted from a later one */
  renewed(sentAt: bigint): void {
    if (this.leftNs() < 0n) Atomics.add(this.cells, lapses, 1n);
    Atomics.store(this.cells, renewedAt, sentAt);
  }

  /**
   * The number of the term in which the leases have stood without a gap; null: others may have taken
   * them over.
   */
  term(): number | null {
    const left = this.leftNs();
    return left < 0n ? null : Number(Atomics.load(this.cells, lapses));
  }

  /** How long the leases stand if they are not renewed, ms; negative when they do not. */
  leftMs(): number {
    return Number(this.leftNs()) / 1e6;
  }

  /** How long ago they were renewed, ms. */
  agoMs(): number {
    return Number(this.standsNs - this.leftNs()) / 1e6;
  }

  private leftNs(): bigint {
    return Atomics.load(this.cells, renewedAt) + this.standsNs - this.now();
  }
}
