import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { pathTexts } from '../../protocol/texts/paths.js';
import { RefusedError } from '../errors/office-error.js';
import { FleetLocks } from './fleet-locks.js';

type Release = () => Promise<void> | void;

/** Longest wait for a file, ms. */
const longestWaitMs = 30_000;

/** Interval of asking for a lock that another replica holds, ms. */
const pollMs = 20;

/**
 * Exclusive locks on files: first come, first served in this process, and exclusive over all
 * replicas of a fleet.
 */
@Injectable()
export class PathLocks {
  /** Waiters for a held lock, by its name. */
  private readonly lines = new Map<string, (() => void)[]>();

  constructor(@Inject(FleetLocks) private readonly fleet: Pick<FleetLocks, 'tryTake'>) {}

  /**
   * Does the work while holding all the files, taken in the order of their names, which excludes
   * deadlocks.
   * @param files the path to show for each lock name
   * @throws RefusedError after `waitMs` for one file, and the signal's reason when it is aborted
   */
  async hold<T>(
    files: ReadonlyMap<string, string>,
    signal: AbortSignal,
    work: () => Promise<T>,
    waitMs = longestWaitMs,
  ): Promise<T> {
    const held: Release[] = [];
    try {
      for (const [name, path] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const wait = new Wait(signal, waitMs, pathTexts.busy(path, waitMs / 1000));
        await this.enter(name, wait);
        held.push(() => this.leave(name));
        held.push(await this.takeOfFleet(`file ${name}`, wait));
      }
      return await work();
    } finally {
      for (const release of held.reverse()) await release();
    }
  }

  private async enter(name: string, wait: Wait): Promise<void> {
    const line = this.lines.get(name);
    if (line === undefined) {
      this.lines.set(name, []);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(resolve);
    await wait.for(promise).catch((refusal: unknown) => {
      const at = line.indexOf(resolve);
      if (at >= 0) line.splice(at, 1);
      // It was handed on at the same moment.
      else this.leave(name);
      throw refusal;
    });
  }

  private leave(name: string): void {
    const next = this.lines.get(name)?.shift();
    if (next === undefined) this.lines.delete(name);
    else next();
  }

  private async takeOfFleet(name: string, wait: Wait): Promise<Release> {
    for (;;) {
      const release = await this.fleet.tryTake(name);
      if (release !== null) return release;
      await wait.for(setTimeout(pollMs));
    }
  }
}

/** A wait for one file with a limit; costs nothing until it has to wait. */
class Wait {
  private over: AbortSignal | undefined;

  constructor(
    private readonly signal: AbortSignal,
    private readonly ms: number,
    private readonly refusal: string,
  ) {}

  /** @throws RefusedError when the time is over, and the signal's reason when it is aborted */
  async for(promise: Promise<void>): Promise<void> {
    this.over ??= AbortSignal.any([this.signal, AbortSignal.timeout(this.ms)]);
    const { over } = this;
    const ended = Promise.withResolvers<never>();
    const end = (): void => ended.reject(over.reason as Error);
    over.addEventListener('abort', end, { once: true });
    if (over.aborted) end();
    try {
      await Promise.race([promise, ended.promise]);
    } catch {
      this.signal.throwIfAborted();
      throw new RefusedError(this.refusal);
    } finally {
      over.removeEventListener('abort', end);
    }
  }
}
