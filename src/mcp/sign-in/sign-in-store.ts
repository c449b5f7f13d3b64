import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';

const storedSignIn = z.object({
  /** The address these are for: under another one they are not used. */
  url: z.string(),
  /** What the authorization server registered us as, and gave us: in the SDK's words. */
  client: z.unknown().optional(),
  tokens: z.unknown().optional(),
  /** Of a sign-in that waits for its person. */
  pending: z
    .object({
      state: z.string(),
      verifier: z.string(),
      authorizationServerUrl: z.string(),
      resourceMetadataUrl: z.string().nullable(),
    })
    .nullable(),
});

export type StoredSignIn = z.infer<typeof storedSignIn>;
export type PendingSignIn = NonNullable<StoredSignIn['pending']>;

/** By server id. */
export type StoredSignIns = Readonly<Record<string, StoredSignIn>>;

/** Nothing is known of a server yet. */
export function noSignIn(url: string): StoredSignIn {
  return { url, pending: null };
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
