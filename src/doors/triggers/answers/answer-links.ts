import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { Transactions } from '#platform/database/transactions.js';
import { OwnAddress } from '#platform/http/own-address.js';
import { TriggersRepository } from '../triggers.repository.js';

const documentKey = 'answers.key';
const stored = z.object({ key: z.string().min(1) });
const keyBytes = 32;

/** How long a link shows its question, ms. */
const validMs = 24 * 60 * 60 * 1000;

/** The content of a link. */
interface LinkedQuestion {
  readonly approvalId: string;
  readonly until: number;
}

/**
 * Links to questions, which expire. A link shows its question, however often it is opened, and
 * gives no right: answering needs the right to approve.
 */
@Injectable()
export class AnswerLinks {
  private key: Buffer | undefined;

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    private readonly rows: TriggersRepository,
    private readonly address: OwnAddress,
  ) {}

  async make(approvalId: string): Promise<string> {
    const until = (await this.rows.now(this.dataSource.manager)) + validMs;
    return `${this.address.url}/answers/${linkText(await this.ownKey(), { approvalId, until })}`;
  }

  /** Null: it is no link of this office, or has expired. */
  async read(text: string): Promise<LinkedQuestion | null> {
    const linked = linkedIn(await this.ownKey(), text);
    const now = await this.rows.now(this.dataSource.manager);
    return linked === null || linked.until <= now ? null : linked;
  }

  /** The key of all replicas, made when it is first needed. */
  private async ownKey(): Promise<Buffer> {
    if (this.key === undefined) {
      const make = () => ({ key: randomBytes(keyBytes).toString('base64') });
      const { key } = await this.transactions.run((tx) =>
        this.documents.madeOnce(tx, documentKey, stored, make),
      );
      this.key = Buffer.from(key, 'base64');
    }
    return this.key;
  }
}

/** `<approval>.<end>.<signature>` */
export function linkText(key: Buffer, { approvalId, until }: LinkedQuestion): string {
  const said = `${approvalId}.${until}`;
  return `${said}.${signatureOf(key, said).toString('base64url')}`;
}

const linkShape = /^(?<said>(?<approvalId>\w{1,60})\.(?<until>\d{1,15}))\.(?<given>[\w-]{43})$/;

export function linkedIn(key: Buffer, text: string): LinkedQuestion | null {
  const { said = '', approvalId = '', until, given = '' } = linkShape.exec(text)?.groups ?? {};
  const own = signatureOf(key, said);
  const other = Buffer.from(given, 'base64url');
  if (own.length !== other.length || !timingSafeEqual(own, other)) return null;
  return { approvalId, until: Number(until) };
}

function signatureOf(key: Buffer, said: string): Buffer {
  return createHmac('sha256', key).update(`answer ${said}`).digest();
}
