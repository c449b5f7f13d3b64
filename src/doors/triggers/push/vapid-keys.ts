import { generateKeyPairSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { Transactions } from '#platform/database/transactions.js';

const documentKey = 'push.key';
const stored = z.object({ publicKey: z.string().min(1), privateKey: z.string().min(1) });

/** A VAPID key pair, base64url: the public key as an uncompressed point, and the private number. */
type KeyPair = z.infer<typeof stored>;

/**
 * The keys by which push services recognise the office. Subscriptions are bound to them, so they
 * are stored in the same database: all replicas share them, and a restored store contains both.
 */
@Injectable()
export class VapidKeys {
  private keys: KeyPair | undefined;

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
  ) {}

  /** Made when they are first needed. */
  async own(): Promise<KeyPair> {
    this.keys ??= await this.transactions.run((tx) =>
      this.documents.madeOnce(tx, documentKey, stored, newKeys),
    );
    return this.keys;
  }
}

function newKeys(): KeyPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}
