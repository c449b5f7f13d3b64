import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { places, statementsByRows } from '../../platform/database/statement.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { AnnouncedEvent } from '../../platform/events/event-bus.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { OnEveryEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { lastNumber } from '../../platform/events/event-rows.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { outboxTexts } from '../../protocol/texts/outbox.js';

/** Events read per page. */
const pageRows = 50;
/** Interval of looking for events of which this process was not told, ms. */
const lookMs = 10_000;

const place = z.object({ seq: z.number() });

const select = statementsByRows(
  (types) =>
    `SELECT seq, payload_json FROM events WHERE seq > ? AND seq <= ? AND type IN ${places(1, types)} ` +
    'ORDER BY seq LIMIT ?',
);

/** Key of the document that holds the place of a follower. */
function placeKey(name: string): string {
  return `follower ${name}`;
}

/** A consumer of stored events. */
export interface EventFollower {
  /** Name of its stored place in the log. */
  readonly name: string;
  readonly types: readonly CommittedEvent['type'][];
  /** Whether an event is of interest; pure. */
  concerns(event: CommittedEvent): boolean;
  /** Handles an event in the transaction that advances the place: once for each event. */
  take(tx: Tx, event: CommittedEvent): Promise<void>;
}

/**
 * Gives stored events to followers in their order, each exactly once for the whole installation,
 * even if processes are killed. A new follower begins after the latest event.
 */
@Injectable()
export class EventTail implements OnModuleInit {
  private readonly log: ScopedLogger;
  private readonly followers: EventFollower[] = [];
  private reading: Promise<void> | null = null;
  private isAskedAgain = false;

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly startupTasks: StartupTasks,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('doors/outbox');
  }

  /** Called in `onModuleInit`. */
  follow(follower: EventFollower): void {
    this.followers.push(follower);
  }

  onModuleInit(): void {
    const failure = { scope: 'doors/outbox', text: outboxTexts.notFollowed };
    this.startupTasks.repeat(lookMs, failure, () => this.look());
  }

  @OnEveryEvent()
  heard(event: AnnouncedEvent): void {
    const isWanted = this.followers.some(
      (follower) =>
        (follower.types as readonly string[]).includes(event.type) &&
        follower.concerns(event as CommittedEvent),
    );
    if (isWanted) void this.look();
  }

  /** Reads new events. Never rejects. */
  async look(): Promise<void> {
    this.isAskedAgain = true;
    this.reading ??= this.readWhileAsked().finally(() => (this.reading = null));
    await this.reading;
  }

  private async readWhileAsked(): Promise<void> {
    try {
      while (this.isAskedAgain) {
        this.isAskedAgain = false;
        for (const follower of this.followers) {
          while ((await this.isBehind(follower)) && (await this.readPage(follower)));
        }
      }
    } catch (thrown) {
      this.log.warn(outboxTexts.notFollowed(messageOf(thrown)));
    }
  }

  /** Checked without a lock, so that an idle office writes nothing. */
  private isBehind({ name }: EventFollower): Promise<boolean> {
    return this.transactions.snapshot(async ({ manager, seq }) => {
      const document = await this.documents.read(manager, placeKey(name));
      return place.safeParse(document).data?.seq !== seq;
    });
  }

  /** True: there may be more events. */
  private async readPage(follower: EventFollower): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const locked = await this.documents.lock(tx, placeKey(follower.name));
      const last = await lastNumber(tx.manager);
      const stored = place.safeParse(locked.document).data?.seq;
      const from = Math.min(stored ?? last, last);
      const { types } = follower;
      const rows =
        from === last
          ? []
          : await select(types.length).run(tx.manager, [from, last, ...types, pageRows]);
      for (const row of rows) {
        const event = JSON.parse(String(row['payload_json'])) as CommittedEvent;
        if (follower.concerns(event)) await follower.take(tx, event);
      }
      const isFull = rows.length === pageRows;
      const next = isFull ? Number(rows.at(-1)?.['seq']) : last;
      if (next !== stored) await locked.write({ seq: next });
      return isFull;
    });
  }
}
