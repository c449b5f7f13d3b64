/** The version of the stateless protocol, which has no `initialize`. */
export const modernVersion = '2026-07-28';

/** Those of the protocol with `initialize`; the first is offered, the others are taken. */
const olderVersions = [
  '2025-06-18',
  '2025-11-25',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const protocolVersions: readonly string[] = [modernVersion, ...olderVersions];

/** The version itself, or the one that was offered: a server may answer with any. */
export function knownVersion(said: unknown): string {
  return olderVersions.find((version) => version === said) ?? olderVersions[0];
}

/** How a server is spoken to: asked what it knows first, or in one of the two ways at once. */
export type Approach = 'ask' | 'older' | 'modern';

/** How an attempt at a connection went that failed. */
export interface FailedAttempt {
  readonly approach: Approach;
  /** Somebody was there. */
  readonly reached: boolean;
  /** It, or one before, was told something about what the server knows. */
  readonly probeAnswered: boolean;
  readonly handshakeBegun: boolean;
  /** The server ended the connection. */
  readonly ended: boolean;
  /** `initialize` was answered, with a no. */
  readonly handshakeRefused: boolean;
}

/**
 * How to try next; null: not at all. A server that makes nothing of the question what it knows may
 * refuse it in any way, fall silent or end: it may know the older protocol. One that was too slow to
 * answer the question, and refuses `initialize`, may know the modern one alone.
 */
export function nextApproach(failed: FailedAttempt): Approach | null {
  if (!failed.reached || failed.approach === 'modern') return null;
  const askedInVain = failed.approach === 'ask' && (!failed.handshakeBegun || failed.ended);
  if (askedInVain) return 'older';
  return failed.handshakeRefused && !failed.probeAnswered ? 'modern' : null;
}
