import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../protocol/records/access.js';
import { auditTexts } from '../../protocol/texts/rights.js';
import { type Actor, currentActor } from '../actors/actor.js';
import { Clock } from '../clock.js';
import { OfficeConfig } from '../config/office-config.js';
import { History } from '../database/history.js';
import { isStoreFailure } from '../database/store-failure.js';
import { Transactions } from '../database/transactions.js';
import type { Tx } from '../database/tx.js';
import { OfficeError } from '../errors/office-error.js';
import { redactor } from '../logging/redact.js';
import { Ids } from '../ids.js';
import { clip } from '../text/clip.js';
import { AuditLog } from './audit-log.js';
import { type AuditedCommand, inAudited } from './audited-command.js';
import { objectOf } from './audited-object.js';
import { RefusalQuota } from './refusal-quota.js';

/** A client's request. */
export interface Deed {
  /** The command, or method and path of the route. */
  readonly operation: string;
  /** Its payload; only ids in it are written. */
  readonly given: unknown;
}

type Entry = Omit<AuditEntry, 'at'>;

const messageCharacters = 300;

/**
 * Writes an entry for every command of a client: in the transaction of its first change, otherwise
 * as soon as it has ended.
 */
@Injectable()
export class AuditTrail {
  private readonly quota: RefusalQuota;

  constructor(
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly history: History,
    private readonly ids: Ids,
    private readonly config: OfficeConfig,
    clock: Clock,
  ) {
    this.quota = new RefusalQuota(clock);
  }

  /** Carries out a command in the name of the current actor. Rejects as the work does. */
  async carryOut<T>(deed: Deed, work: () => Promise<T>): Promise<T> {
    const actor = currentActor();
    const written = new WrittenOnce(async (tx, result) => {
      await this.log.add(tx.manager, this.entry(actor, deed, result));
    });
    try {
      const result = await inAudited(written, work);
      if (written.isDue) await this.transactions.run((tx) => written.write(tx, result));
      return result;
    } catch (thrown) {
      if (!written.isEnded && !isStoreFailure(thrown)) await this.refused(deed, thrown, actor);
      throw thrown;
    } finally {
      written.end();
    }
  }

  /** A check before a command begins, whose refusal is in the log. Rejects as the check does. */
  async checked<T>(
    deed: Deed,
    check: () => T | Promise<T>,
    actor: Actor = currentActor(),
  ): Promise<T> {
    try {
      return await check();
    } catch (thrown) {
      await this.refused(deed, thrown, actor);
      throw thrown;
    }
  }

  /** A command that was refused before it began. */
  async refused(deed: Deed, thrown: unknown, actor: Actor = currentActor()): Promise<void> {
    const message = this.quota.take(actor.tokenId);
    if (message === null) return;
    const why = thrown instanceof OfficeError ? thrown.message : auditTexts.failed;
    const entry = {
      ...this.entry(actor, deed, null),
      outcome: 'refused',
      message: message === '' ? this.clean(why) : message,
    } as const;
    await this.transactions.run(({ manager }) => this.log.add(manager, entry));
  }

  private entry({ name, tokenId, door, address }: Actor, deed: Deed, result: unknown): Entry {
    return {
      id: this.ids.next('audit'),
      historyId: this.history.id,
      name,
      tokenId,
      door,
      address,
      operation: deed.operation,
      object: objectOf(deed.given) ?? objectOf(result),
      outcome: 'done',
      message: null,
    };
  }

  private clean(text: string): string {
    return clip(redactor(this.config.secrets)(text), messageCharacters);
  }
}

/** The entry of one command, which is stored once and not after its end. */
class WrittenOnce implements AuditedCommand {
  private state: 'due' | 'stored' | 'ended' = 'due';

  constructor(private readonly add: (tx: Tx, result: unknown) => Promise<void>) {}

  get isDue(): boolean {
    return this.state === 'due';
  }

  get isEnded(): boolean {
    return this.state === 'ended';
  }

  async record(tx: Tx): Promise<void> {
    if (this.isDue) await this.write(tx, tx.conclusion?.answer);
  }

  async write(tx: Tx, result: unknown): Promise<void> {
    await this.add(tx, result);
    const stored = (): void => void (this.state = 'stored');
    tx.afterCommit(stored);
  }

  wasRepeated(): void {
    this.end();
  }

  end(): void {
    this.state = 'ended';
  }
}
