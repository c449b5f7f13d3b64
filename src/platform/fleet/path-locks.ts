import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { pathTexts } from '../../protocol/texts/paths.js';
import { RefusedError } from '../errors/office-error.js';
import { FleetLocks } from './fleet-locks.js';

type Release = () => Promise<void> | void;

/** So long one waits for another to be done with a file, ms. */
const longestWaitMs = 30_000;

/** What another replica holds is asked for again after so long, ms. */
const pollMs = 20;

/**
 * Files that only one may change at a time: in this process in the order in which they ask, and over
 * all replicas of a fleet.
 */
@Injectable()
export class PathLocks {
  /** Those who wait for what is held, by its name. */
  private readonly lines = new Map<string, (() => void)[]>();

  constructor(@Inject(FleetLocks) private readonly fleet: Pick<FleetLocks, 'tryTake'>) {}

  /**
   * Does the work while nobody else holds any of the files. They are taken in the order of their
   * names, so two who want the same ones never wait for each other.
   * @param files the path that is shown for a file, by the name of its lock
   * @throws RefusedError after `waitMs` for one file, and what the signal was aborted with
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
      // It was handed on in the very moment.
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

/** How long one waits for one file; nothing is set up before it has to wait. */
class Wait {
  private over: AbortSignal | undefined;

  constructor(
    private readonly signal: AbortSignal,
    private readonly ms: number,
    private readonly refusal: string,
  ) {}

  /** @throws RefusedError when the time is over, and what the signal was aborted with */
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
