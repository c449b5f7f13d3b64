import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';

const pendingSignIn = z.object({
  /** Identifies it among the waiting ones. */
  state: z.string(),
  verifier: z.string(),
  authorizationServerUrl: z.string(),
  resourceMetadataUrl: z.string().nullable(),
  /** The registration at its start, because a code is valid for that client only. */
  client: z.unknown().optional(),
});

const storedSignIn = z.object({
  /** The address that these belong to; not used for another one. */
  url: z.string(),
  /** The registration and the tokens, in the SDK's format. */
  client: z.unknown().optional(),
  tokens: z.unknown().optional(),
  /**
   * Waiting sign-ins, oldest first: each replica and reload may begin one. Earlier versions stored
   * one, or null.
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
type StoredSignIns = Readonly<Record<string, StoredSignIn>>;

export function withoutPending(stored: StoredSignIn, state: string): StoredSignIn {
  return { ...stored, pending: stored.pending.filter((one) => one.state !== state) };
}

/** Storage of registrations and tokens. */
export abstract class SignInStore {
  abstract read(): Promise<StoredSignIns>;
  abstract change(changed: (before: StoredSignIns) => StoredSignIns): Promise<void>;
}

const key = 'mcp.sign-ins';
const documentSchema = z.record(z.string(), storedSignIn).catch({});

/** In the database, for all replicas, like plugins' secret settings. Part of no state or event. */
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
