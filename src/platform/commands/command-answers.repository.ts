import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { limits } from '../../protocol/limits.js';
import { processTexts } from '../../protocol/texts/process.js';
import { databaseNow, Statement } from '../database/statement.js';
import { Transactions } from '../database/transactions.js';
import type { ErrorKind } from '../errors/office-error.js';
import { Repeater } from '../repeater.js';

/** The stored outcome of a command: its result, or why it failed. */
export type CommandAnswer =
  | { readonly result: unknown }
  /** `kind` is null for a fault of the service. */
  | { readonly refusal: string; readonly kind: ErrorKind | null };

export interface StoredAnswer {
  /** Hash of the command and its payload. */
  readonly fingerprint: string;
  readonly answer: CommandAnswer;
}

/** Answers kept at most; beyond it the oldest are deleted, whatever their age. */
const mostKept = 100_000;

/** Rows deleted by one statement. */
const batchSize = 1000;

/** Answers to commands, by the key of their ids; an answer older than a day is ignored. */
@Injectable()
export class CommandAnswersRepository {
  private readonly statements: Record<'select' | 'insert' | 'expire' | 'bound', Statement>;

  constructor(private readonly dataSource: DataSource) {
    const now = databaseNow(dataSource.options.type);
    const since = `${now} - ${limits.answersKeptMs}`;
    const oldest = `SELECT key FROM command_answers ORDER BY at LIMIT ${batchSize}`;
    this.statements = {
      select: new Statement(
        `SELECT fingerprint, answer_json FROM command_answers WHERE key = ? AND at > ${since}`,
      ),
      insert: new Statement(
        'INSERT INTO command_answers (key, fingerprint, answer_json, at) ' +
          `VALUES (?, ?, ?, ${now}) ON CONFLICT (key) DO UPDATE SET ` +
          'fingerprint = excluded.fingerprint, answer_json = excluded.answer_json, ' +
          `at = excluded.at WHERE command_answers.at <= ${since} RETURNING key`,
      ),
      expire: new Statement(
        `DELETE FROM command_answers WHERE at <= ${since} AND key IN (${oldest}) RETURNING key`,
      ),
      bound: new Statement(
        `DELETE FROM command_answers WHERE key IN (${oldest}) AND ` +
          `(SELECT count(*) FROM command_answers) > ${mostKept} RETURNING key`,
      ),
    };
  }

  async find(key: string): Promise<StoredAnswer | null> {
    const [row] = await this.statements.select.run(this.dataSource.manager, [key]);
    if (row === undefined) return null;
    const answer = JSON.parse(String(row.answer_json)) as CommandAnswer;
    return { fingerprint: String(row.fingerprint), answer };
  }

  /** False: an answer is stored under the key already and stays. */
  async add(
    manager: EntityManager,
    key: string,
    { fingerprint, answer }: StoredAnswer,
  ): Promise<boolean> {
    const parameters = [key, fingerprint, JSON.stringify(answer)];
    const rows = await this.statements.insert.run(manager, parameters);
    return rows.length > 0;
  }

  /** Deletes one batch of answers that are too old or too many; false: there were none. */
  async prune(manager: EntityManager): Promise<boolean> {
    const { expire, bound } = this.statements;
    const expired = await expire.run(manager, []);
    const surplus = await bound.run(manager, []);
    return expired.length + surplus.length > 0;
  }
}

const pruneEveryMs = 10 * 60 * 1000;

/** Deletes expired answers to commands. */
@Injectable()
export class AnswerRetention implements OnApplicationBootstrap {
  constructor(
    private readonly answers: CommandAnswersRepository,
    private readonly transactions: Transactions,
    private readonly repeater: Repeater,
  ) {}

  onApplicationBootstrap(): void {
    const failure = { scope: 'store', text: processTexts.answersNotPruned };
    this.repeater.nowAndEvery(pruneEveryMs, failure, () => this.prune());
  }

  /** Deletes in batches, so that no transaction holds the store for long. */
  async prune(): Promise<void> {
    while (await this.transactions.run(({ manager }) => this.answers.prune(manager)));
  }
}
