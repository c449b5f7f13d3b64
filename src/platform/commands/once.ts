import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits } from '../../protocol/limits.js';
import { requestIdTexts, shapeTexts } from '../../protocol/texts/http.js';
import { healthTexts } from '../../protocol/texts/process.js';
import { OfficeConfig } from '../config/office-config.js';
import { inCommand, Transactions } from '../database/transactions.js';
import type { Tx } from '../database/tx.js';
import { RefusedError, UnavailableError } from '../errors/office-error.js';
import { FleetLocks } from '../fleet/fleet-locks.js';
import { pause } from '../process/pause.js';
import {
  type CommandAnswer,
  CommandAnswersRepository,
  failureOf,
  mayPass,
  resultOf,
  type StoredAnswer,
} from './command-answers.repository.js';

/** A command that its client can name again. */
export interface NamedCommand {
  /** Where it came from: ids of one asker are nothing to another. */
  readonly asker: string;
  readonly id: string;
  /** What the interface calls the id, for refusals. */
  readonly idName: string;
  /** Names the command and what came with it. */
  readonly fingerprint: string;
  /** What of a value is told as the result. */
  readonly resultOf: (value: unknown) => unknown;
}

/** Between two looks at a command that another replica carries out, ms. */
const lookMs = 100;

/** Thrown in the transaction of a command that was carried out meanwhile. */
class AlreadyAnswered extends Error {}

/**
 * Carries out each named command once within a day. Its answer is stored in the transaction that the
 * command comes to, so that whoever repeats it is answered alike, here or on another replica, after
 * a restart too. A failure that may pass is not kept.
 */
@Injectable()
export class Once implements OnModuleDestroy {
  private readonly atWork = new Map<string, Promise<StoredAnswer>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly answers: CommandAnswersRepository,
    private readonly transactions: Transactions,
    private readonly locks: FleetLocks,
    private readonly config: OfficeConfig,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /**
   * What the command came to, now or before.
   * @throws RefusedError when another command had the id; what `mayPass` says of a failure
   */
  async carryOut(command: NamedCommand, work: () => Promise<unknown>): Promise<CommandAnswer> {
    const key = this.keyOf(command);
    const atWork = this.atWork.get(key) ?? this.begin(key, command, work);
    const { fingerprint, answer } = await atWork;
    if (fingerprint === command.fingerprint) return answer;
    throw new RefusedError(requestIdTexts.otherCommand(command.idName, command.id));
  }

  private begin(
    key: string,
    command: NamedCommand,
    work: () => Promise<unknown>,
  ): Promise<StoredAnswer> {
    const answer = this.alone(key, command, work).finally(() => this.atWork.delete(key));
    this.atWork.set(key, answer);
    return answer;
  }

  private async alone(
    key: string,
    command: NamedCommand,
    work: () => Promise<unknown>,
  ): Promise<StoredAnswer> {
    const release = await this.lock(`command ${key}`);
    try {
      return (await this.answers.find(key)) ?? (await this.answer(key, command, work));
    } finally {
      await release();
    }
  }

  private async lock(name: string): Promise<() => Promise<void>> {
    for (;;) {
      const release = await this.locks.tryTake(name);
      if (release !== null) return release;
      await pause(lookMs, this.closing.signal);
      if (this.closing.signal.aborted) throw new UnavailableError(healthTexts.closing);
    }
  }

  private async answer(
    key: string,
    { fingerprint, resultOf }: NamedCommand,
    work: () => Promise<unknown>,
  ): Promise<StoredAnswer> {
    // Empty until it is committed.
    const kept: StoredAnswer[] = [];
    const store = async (tx: Tx, answer: CommandAnswer): Promise<void> => {
      const given = { fingerprint, answer };
      if (!(await this.answers.add(tx.manager, key, given))) throw new AlreadyAnswered();
      const isKept = (): void => void kept.push(given);
      tx.afterCommit(isKept);
    };
    const record = async (tx: Tx, value: unknown): Promise<void> => {
      if (kept.length === 0) await store(tx, { result: resultOf(value) ?? null });
    };
    const answer = await inCommand({ record }, work).then(
      (value): CommandAnswer => ({ result: resultOf(value) ?? null }),
      (thrown: unknown) => {
        if (kept.length === 0 && mayPass(thrown)) throw thrown;
        return failureOf(thrown);
      },
    );
    const [stored] = kept;
    if (stored !== undefined) return stored;
    return this.keep(key, { fingerprint, answer }, (tx) => store(tx, answer));
  }

  /** Stores what came to no transaction of its own. Another replica may have been first. */
  private async keep(
    key: string,
    given: StoredAnswer,
    store: (tx: Tx) => Promise<void>,
  ): Promise<StoredAnswer> {
    try {
      await this.transactions.run(store);
      return given;
    } catch (thrown) {
      const first = thrown instanceof AlreadyAnswered ? await this.answers.find(key) : null;
      if (first === null) throw thrown;
      return first;
    }
  }

  private keyOf({ asker, id }: NamedCommand): string {
    const { apiToken } = this.config.security;
    return createHash('sha256')
      .update(JSON.stringify([apiToken, asker, id]))
      .digest('hex');
  }
}

/** An id that a client gave to a command, or why it is none. */
type GivenId = { readonly id: string | null } | { readonly refusal: string };

/** @param name of the field, for the refusal */
export function readRequestId(name: string, given: unknown): GivenId {
  if (given === undefined) return { id: null };
  const most = limits.requestIdCharacters;
  const isId = typeof given === 'string' && given !== '' && [...given].length <= most;
  if (isId) return { id: given };
  return { refusal: shapeTexts.mustBe(name, requestIdTexts.shape(most)) };
}

/** Text between the values of a document. */
class Mark {
  constructor(readonly text: string) {}
}

/**
 * Names a JSON value: equal for equal values, whatever the order of their keys. Walks without
 * recursion, since clients nest as deep as they like.
 */
export function fingerprintOf(value: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof Mark) texts.push(next.text);
    else if (typeof next === 'object' && next !== null) {
      for (const part of partsOf(next).reverse()) open.push(part);
    } else texts.push(JSON.stringify(next ?? null), ',');
  }
  return createHash('sha256').update(texts.join('')).digest('hex');
}

function partsOf(value: object): unknown[] {
  if (isList(value)) return [new Mark('['), ...value, new Mark(']')];
  const entries = Object.entries(value as Readonly<Record<string, unknown>>)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const fields = entries.flatMap(([name, field]) => [new Mark(`${JSON.stringify(name)}:`), field]);
  return [new Mark('{'), ...fields, new Mark('}')];
}

function isList(value: object): value is readonly unknown[] {
  return Array.isArray(value);
}

/**
 * Carries out a request; once, where its `Idempotency-Key` names it.
 * @param content names what is asked, with all that came with it
 * @throws RefusedError when the key is none, or was given to another request
 */
export async function carryOutRequest<T>(
  once: Once,
  headers: IncomingHttpHeaders,
  content: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const idName = requestIdTexts.idempotencyKey;
  const given = readRequestId(idName, headers['idempotency-key']);
  if ('refusal' in given) throw new RefusedError(given.refusal);
  const { id } = given;
  if (id === null) return work();
  const asker = `http ${headers.origin ?? ''}`;
  const fingerprint = fingerprintOf(content);
  const failure: { thrown?: unknown } = {};
  const named = { asker, id, idName, fingerprint, resultOf: (value: unknown) => value };
  const answer = await once.carryOut(named, () =>
    work().catch((thrown: unknown) => {
      failure.thrown = thrown;
      throw thrown;
    }),
  );
  // The first to fail is told with its cause, for the log.
  if ('refusal' in answer && failure.thrown !== undefined) throw failure.thrown as Error;
  return resultOf(answer) as T;
}
