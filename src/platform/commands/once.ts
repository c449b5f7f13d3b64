import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { limits } from '../../protocol/limits.js';
import { requestIdTexts, shapeTexts } from '../../protocol/texts/http.js';
import { healthTexts } from '../../protocol/texts/process.js';
import { currentActor } from '../actors/actor.js';
import { currentAudited } from '../audit/audited-command.js';
import { OfficeConfig } from '../config/office-config.js';
import { isStoreFailure } from '../database/store-failure.js';
import { inCommand, Transactions } from '../database/transactions.js';
import type { Tx } from '../database/tx.js';
import { messageOf } from '../errors/error-text.js';
import {
  type ErrorKind,
  ForbiddenError,
  NotFoundError,
  OfficeError,
  RefusedError,
  TooLargeError,
  TooManyError,
  UnavailableError,
} from '../errors/office-error.js';
import { FleetLocks } from '../fleet/fleet-locks.js';
import { ReceivedEvents } from '../fleet/received-events.js';
import { pause } from '../process/pause.js';
import {
  type CommandAnswer,
  CommandAnswersRepository,
  type StoredAnswer,
} from './command-answers.repository.js';
import { fingerprintOf } from './fingerprint.js';

const errors: Readonly<Record<ErrorKind, new (message: string) => OfficeError>> = {
  refused: RefusedError,
  forbidden: ForbiddenError,
  'not-found': NotFoundError,
  'too-large': TooLargeError,
  'too-many': TooManyError,
  unavailable: UnavailableError,
};

/** A command with an id, which its client may repeat. */
interface NamedCommand {
  /** Identity of the client; ids of different clients are independent. */
  readonly asker: string;
  readonly id: string;
  /** Name of the id's field or header, for refusals. */
  readonly idName: string;
  /** Hash of the command and its payload. */
  readonly fingerprint: string;
  /** Extracts the result that is stored and told. */
  readonly resultOf: (value: unknown) => unknown;
}

/** Interval of looking for the answer of a command that another replica carries out, ms. */
const lookMs = 100;

/** Thrown inside the transaction when the command was carried out meanwhile. */
class AlreadyAnswered extends Error {}

/**
 * Carries out each command with an id once within a day. The answer is stored in the command's own
 * transaction, so that every repeat gets the same answer: here, on another replica, or after a
 * restart. Transient failures are not stored.
 */
@Injectable()
export class Once implements OnModuleDestroy {
  private readonly atWork = new Map<string, Promise<StoredAnswer>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly answers: CommandAnswersRepository,
    private readonly transactions: Transactions,
    private readonly locks: FleetLocks,
    private readonly heard: ReceivedEvents,
    private readonly config: OfficeConfig,
  ) {}

  onModuleDestroy(): void {
    this.closing.abort();
  }

  /**
   * The outcome of the command, now or on an earlier arrival.
   * @param failed is told the cause if the work fails here and now
   * @throws RefusedError if another command had the id; and failures that `mayPass` calls transient
   */
  async carryOut(
    command: NamedCommand,
    work: () => Promise<unknown>,
    failed: (thrown: unknown) => void = () => undefined,
  ): Promise<CommandAnswer> {
    const key = this.keyOf(command);
    const reported = (): Promise<unknown> =>
      work().catch((thrown: unknown) => {
        if (!(thrown instanceof AlreadyAnswered)) failed(thrown);
        throw thrown;
      });
    const atWork = this.atWork.get(key) ?? this.begin(key, command, reported);
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
      return (await this.stored(key)) ?? (await this.answer(key, command, work));
    } finally {
      await release();
    }
  }

  /** The answer to an earlier arrival, once this replica shows what that changed. */
  private async stored(key: string): Promise<StoredAnswer | null> {
    const answer = await this.answers.find(key);
    if (answer !== null) await this.heard.all();
    return answer;
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
    // Empty until the transaction commits.
    const kept: StoredAnswer[] = [];
    const store = async (tx: Tx, answer: CommandAnswer): Promise<void> => {
      const given = { fingerprint, answer };
      if (!(await this.answers.add(tx.manager, key, given))) {
        currentAudited()?.wasRepeated();
        throw new AlreadyAnswered();
      }
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

  /**
   * Stores the outcome of a command that had no transaction of its own; another replica may have
   * been first.
   */
  private async keep(
    key: string,
    given: StoredAnswer,
    store: (tx: Tx) => Promise<void>,
  ): Promise<StoredAnswer> {
    try {
      await this.transactions.run(store);
      return given;
    } catch (thrown) {
      const first = thrown instanceof AlreadyAnswered ? await this.stored(key) : null;
      if (first === null) throw thrown;
      return first;
    }
  }

  private keyOf({ asker, id }: NamedCommand): string {
    const { apiToken } = this.config.security;
    const { tokenId } = currentActor();
    const who = tokenId === null ? [] : [tokenId];
    return createHash('sha256')
      .update(JSON.stringify([apiToken, asker, id, ...who]))
      .digest('hex');
  }
}

/** A valid id of a command, or why it is not valid. */
type GivenId = { readonly id: string | null } | { readonly refusal: string };

/** @param name of the field, for the refusal */
export function readRequestId(name: string, given: unknown): GivenId {
  if (given === undefined) return { id: null };
  const most = limits.requestIdCharacters;
  const isId = typeof given === 'string' && given !== '' && [...given].length <= most;
  if (isId) return { id: given };
  return { refusal: shapeTexts.mustBe(name, requestIdTexts.shape(most)) };
}

/**
 * Carries out a request, only once if it has an `Idempotency-Key`.
 * @param content identifies the request with all its parameters
 * @throws RefusedError if the key is malformed or belongs to another request
 */
export async function carryOutRequest<T>(
  once: Once,
  headers: IncomingHttpHeaders,
  content: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const asker = `http ${headers.origin ?? ''}`;
  const idName = requestIdTexts.idempotencyKey;
  const named = { asker, id: headers['idempotency-key'], idName };
  return carryOutNamed(once, named, content, work);
}

/** A command with the id that its client may have given, unchecked. */
interface MaybeNamed extends Pick<NamedCommand, 'asker' | 'idName'> {
  readonly id: unknown;
}

/**
 * Carries out a command, only once if it has an id.
 * @param content identifies the command with all its parameters
 * @throws RefusedError if the id is malformed or belongs to another command
 */
export async function carryOutNamed<T>(
  once: Once,
  { asker, idName, id: unchecked }: MaybeNamed,
  content: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const given = readRequestId(idName, unchecked);
  if ('refusal' in given) throw new RefusedError(given.refusal);
  const { id } = given;
  if (id === null) return work();
  const fingerprint = fingerprintOf(content);
  const failure: { thrown?: unknown } = {};
  let isRepeated = true;
  const named = { asker, id, idName, fingerprint, resultOf: (value: unknown) => value };
  const answer = await once.carryOut(
    named,
    () => {
      isRepeated = false;
      return work();
    },
    (thrown) => (failure.thrown = thrown),
  );
  if (isRepeated) currentAudited()?.wasRepeated();
  // The first failure is rethrown with its cause, for the log; repeats get the stored refusal.
  if ('refusal' in answer && failure.thrown !== undefined) throw failure.thrown as Error;
  return resultOf(answer) as T;
}

/** True if another attempt may end differently, so that the answer must not be kept. */
function mayPass(thrown: unknown): boolean {
  const isBusy = thrown instanceof UnavailableError || thrown instanceof TooManyError;
  return isBusy || isStoreFailure(thrown);
}

function failureOf(thrown: unknown): CommandAnswer {
  const kind = thrown instanceof OfficeError ? thrown.kind : null;
  return { refusal: messageOf(thrown), kind };
}

/** The result of an answer. @throws the stored refusal */
function resultOf(answer: CommandAnswer): unknown {
  if ('result' in answer) return answer.result;
  if (answer.kind === null) throw new Error(answer.refusal);
  throw new errors[answer.kind](answer.refusal);
}
