import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';

/** So many sign-ins to a server wait at once for their persons; the oldest gives way. */
const mostPending = 8;

const pendingSignIn = z.object({
  /** Tells it from the others that wait. */
  state: z.string(),
  verifier: z.string(),
  authorizationServerUrl: z.string(),
  resourceMetadataUrl: z.string().nullable(),
  /** What the authorization server registered us as when it began: a code is for that client only. */
  client: z.unknown().optional(),
});

const storedSignIn = z.object({
  /** The address these are for: under another one they are not used. */
  url: z.string(),
  /** What the authorization server registered us as, and gave us: in the SDK's words. */
  client: z.unknown().optional(),
  tokens: z.unknown().optional(),
  /**
   * Sign-ins that wait for their persons, oldest first: each replica and each reload may begin one.
   * Earlier versions kept one, or null.
   */
  pending: z.preprocess(asList, z.array(pendingSignIn)),
});

function asList(stored: unknown): unknown {
  if (stored === null || stored === undefined) return [];
  return Array.isArray(stored) ? stored : [stored];
}

export type StoredSignIn = z.infer<typeof storedSignIn>;
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** By server id. */
export type StoredSignIns = Readonly<Record<string, StoredSignIn>>;

/** Nothing is known of a server yet. */
export function noSignIn(url: string): StoredSignIn {
  return { url, pending: [] };
}

/** With one more that waits, instead of one under the same state. */
export function withPending(stored: StoredSignIn, begun: PendingSignIn): StoredSignIn {
  const { pending } = withoutPending(stored, begun.state);
  return { ...stored, pending: [...pending, begun].slice(-mostPending) };
}

export function withoutPending(stored: StoredSignIn, state: string): StoredSignIn {
  return { ...stored, pending: stored.pending.filter((one) => one.state !== state) };
}

/** Where registrations and tokens are kept. */
export abstract class SignInStore {
  abstract read(): Promise<StoredSignIns>;
  abstract change(changed: (before: StoredSignIns) => StoredSignIns): Promise<void>;
}

const key = 'mcp.sign-ins';
const documentSchema = z.record(z.string(), storedSignIn).catch({});

/**
 * In the database, for every replica, like the secret settings of plugins. They are part of no state
 * and no event.
 */
@Injectable()
export class DatabaseSignInStore extends SignInStore {
  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  override async read(): Promise<StoredSignIns> {
    const document = await this.transactions.snapshot(({ manager }) =>
      this.documents.read(manager, key),
    );
    return documentSchema.parse(document);
  }

  override change(changed: (before: StoredSignIns) => StoredSignIns): Promise<void> {
    return this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, key);
      await locked.write(changed(documentSchema.parse(locked.document)));
    });
  }
}
