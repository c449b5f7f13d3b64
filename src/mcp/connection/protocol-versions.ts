/** The version of the stateless protocol, without `initialize`. */
export const modernVersion = '2026-07-28';

/** Versions with `initialize`; the first is offered, the others are accepted. */
const olderVersions = [
  '2025-06-18',
  '2025-11-25',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const protocolVersions: readonly string[] = [modernVersion, ...olderVersions];

/** The version itself if known, else the offered one: a server may answer with any. */
export function knownVersion(said: unknown): string {
  return olderVersions.find((version) => version === said) ?? olderVersions[0];
}

/** How to approach a server: with a probe first, or directly by one of the two protocols. */
export type Approach = 'ask' | 'older' | 'modern';

/** The details of a failed attempt to connect. */
export interface FailedAttempt {
  readonly approach: Approach;
  /** Something answered. */
  readonly reached: boolean;
  /** This or an earlier probe was answered. */
  readonly probeAnswered: boolean;
  readonly handshakeBegun: boolean;
  /** The server ended the connection. */
  readonly ended: boolean;
  /** `initialize` was refused. */
  readonly handshakeRefused: boolean;
}

/**
 * The next approach; null: give up. A server that does not know the probe may refuse it in any way,
 * hang or end: it may know the older protocol. One that was too slow for the probe and refuses
 * `initialize` may know only the modern one.
 */
export function nextApproach(failed: FailedAttempt): Approach | null {
  if (!failed.reached || failed.approach === 'modern') return null;
  const askedInVain = failed.approach === 'ask' && (!failed.handshakeBegun || failed.ended);
  if (askedInVain) return 'older';
  return failed.handshakeRefused && !failed.probeAnswered ? 'modern' : null;
}
