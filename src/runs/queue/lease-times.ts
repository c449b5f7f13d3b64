/** Interval and timeout of renewals, ms. */
interface LeasePace {
  readonly renewEveryMs: number;
  /** Pause after a failed renewal. */
  readonly retryMs: number;
  /** Time without an answer after which a new connection is tried. */
  readonly timeoutMs: number;
  /**
   * Time after the last renewal at which the process gives up its runs; others may take them after
   * `ttlMs`.
   */
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

/** Stands for the time of a renewal if there was none. */
const never = 0n;

/**
 * The time of the last renewal, and the number of lapses before it. Stored in shared memory: the
 * renewing thread writes it, and the main thread can read it even if its event loop was too busy
 * for messages. Times are nanoseconds of `process.hrtime`, which is monotonic and equal in all
 * threads.
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

  /** @param sentAt time before the renewal was sent; the database counted from a later one */
  renewed(sentAt: bigint): void {
    if (this.leftNs() < 0n) Atomics.add(this.cells, lapses, 1n);
    Atomics.store(this.cells, renewedAt, sentAt);
  }

  /** Number of the current term without a gap; null: others may have taken the leases. */
  term(): number | null {
    const left = this.leftNs();
    return left < 0n ? null : Number(Atomics.load(this.cells, lapses));
  }

  /** Remaining validity without a renewal, ms; negative after a lapse. */
  leftMs(): number {
    return Number(this.leftNs()) / 1e6;
  }

  /** Time since the last renewal, ms. */
  agoMs(): number {
    return Number(this.standsNs - this.leftNs()) / 1e6;
  }

  private leftNs(): bigint {
    const at = Atomics.load(this.cells, renewedAt);
    // The clock begins with the machine, which may have started just now.
    return at === never ? -1n : at + this.standsNs - this.now();
  }
}
