import { EventEmitter, once } from 'node:events';
import type { Clock } from '../../platform/clock.js';
import { longestWaitMs, retryDelayMs } from './retry-policy.js';

/** A call that wants to pass, made by `RateLimitGate.ticket`. */
export interface Ticket {
  readonly number: number;
}

/** How long to wait for the answer to a passed call before the next one follows, ms. */
const acceptanceMs = 2000;
/** Gap between calls after a wait, as a share of the wait, and its maximum, ms. */
const spread = 0.1;
const longestSpreadMs = 2000;

/**
 * Limits calls to one provider with one key. Calls pass freely until the provider refuses one for
 * its rate; then all wait as long as the provider asks and pass one at a time, in order of their
 * start: each follows shortly after the previous one was accepted, and a refusal restarts the wait.
 * When none waits any more, calls pass freely again.
 */
export class RateLimitGate {
  private readonly queue: Ticket[] = [];
  private readonly events = new EventEmitter<{ changed: [] }>();
  private lastNumber = 0;
  private isLimited = false;
  /** No call passes before this time. */
  private opensAt = 0;
  /** End of the pause requested by the provider's last refusal. */
  private limitedUntil = 0;
  private lastPassed: Ticket | null = null;
  private lastWaitMs = 0;
  private refusalsInARow = 0;
  /** Number of waits. Calls in flight together share one refusal. */
  private round = 0;
  private readonly passedIn = new WeakMap<Ticket, number>();

  constructor(
    private readonly clock: Clock,
    private readonly random: () => number,
    private readonly onRefused: (ms: number) => void = () => undefined,
  ) {
    this.events.setMaxListeners(0);
  }

  ticket(): Ticket {
    this.lastNumber += 1;
    return { number: this.lastNumber };
  }

  /**
   * Resolves when the call may be made, or when the signal is aborted.
   * @param onWait called with the minimum wait in ms, and again when it changes
   */
  async pass(ticket: Ticket, signal: AbortSignal, onWait: (ms: number) => void): Promise<void> {
    if (!this.isLimited) {
      this.passedIn.set(ticket, this.round);
      return;
    }
    this.queue.push(ticket);
    this.queue.sort((a, b) => a.number - b.number);
    let told: number | null = null;
    while (this.isLimited && !signal.aborted) {
      const now = this.clock.elapsed();
      const ms = this.opensAt - now;
      const isFirst = this.queue[0] === ticket;
      if (isFirst && ms <= 0) break;
      if (told !== this.limitedUntil) onWait(Math.max(1, this.limitedUntil - now));
      told = this.limitedUntil;
      await this.change(isFirst ? ms : longestWaitMs, signal);
    }
    this.passedIn.set(ticket, this.round);
    this.leave(ticket, !signal.aborted && this.isLimited);
  }

  /** The provider accepted the call. */
  accepted(ticket: Ticket): void {
    if (this.lastPassed !== ticket) return;
    this.lastPassed = null;
    this.refusalsInARow = 0;
    const gapMs = Math.min(longestSpreadMs, this.lastWaitMs * spread);
    this.opensAt = this.clock.elapsed() + gapMs;
    if (this.queue.length === 0) this.isLimited = false;
    this.events.emit('changed');
  }

  /** The provider refused the call for its rate; null: without a waiting time. */
  refused(ticket: Ticket, toldMs: number | null): void {
    const now = this.clock.elapsed();
    const isNews = this.passedIn.get(ticket) === this.round;
    if (isNews) {
      this.refusalsInARow += 1;
      this.round += 1;
    }
    // A wait of zero, possible with differing clocks, counts as not stated.
    const own = retryDelayMs(Math.max(1, this.refusalsInARow), this.random());
    const ms = Math.min(longestWaitMs, toldMs === null || toldMs <= 0 ? own : toldMs);
    const until = now + ms;
    // Of several refused calls in flight together, the longest wait counts.
    this.opensAt = isNews ? until : Math.max(this.opensAt, until);
    this.limitedUntil = this.opensAt;
    this.lastWaitMs = ms;
    this.isLimited = true;
    this.lastPassed = null;
    this.events.emit('changed');
    if (isNews) this.onRefused(ms);
  }

  /** Another process with the same key was refused; no call passes for `ms`. */
  holdBack(ms: number): void {
    const until = this.clock.elapsed() + Math.min(longestWaitMs, ms);
    if (this.isLimited && until <= this.opensAt) return;
    this.opensAt = until;
    this.limitedUntil = until;
    this.lastWaitMs = ms;
    this.isLimited = true;
    this.events.emit('changed');
  }

  /** The call ended without information about limits. */
  ended(ticket: Ticket): void {
    if (this.lastPassed !== ticket) return;
    this.lastPassed = null;
    this.opensAt = this.clock.elapsed();
    if (this.queue.length === 0) this.isLimited = false;
    this.events.emit('changed');
  }

  private leave(ticket: Ticket, hasPassed: boolean): void {
    this.queue.splice(this.queue.indexOf(ticket), 1);
    if (hasPassed) {
      this.lastPassed = ticket;
      this.opensAt = this.clock.elapsed() + acceptanceMs;
    }
    this.events.emit('changed');
  }

  /** Resolves at the next change, after `ms`, or when the signal is aborted. */
  private async change(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const changed = once(this.events, 'changed', { signal: either }).catch(() => undefined);
    await Promise.race([changed, this.clock.pause(ms, either)]);
    over.abort();
  }
}

/** One gate per provider. A provider has one key for the life of the process. */
export class RateLimitGates {
  private readonly gates = new Map<string, RateLimitGate>();

  constructor(
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
    /** Called when a provider refuses a call, with the waiting time in ms. */
    private readonly onRefused: (providerId: string, ms: number) => void = () => undefined,
  ) {}

  of(providerId: string): RateLimitGate {
    let gate = this.gates.get(providerId);
    if (gate === undefined) {
      gate = new RateLimitGate(this.clock, this.random, (ms) => this.onRefused(providerId, ms));
      this.gates.set(providerId, gate);
    }
    return gate;
  }
}
