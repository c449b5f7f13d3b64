import { Injectable } from '@nestjs/common';
import { limits } from '../../protocol/limits.js';
import type { PlanReply } from '../../protocol/records/conversations.js';
import { httpTexts, requestIdTexts, socketTexts } from '../../protocol/texts/http.js';
import { rightsForCommand } from '../../protocol/rules/rights-table.js';
import { rightsTexts } from '../../protocol/texts/rights.js';
import { runAs } from '../actors/actor.js';
import { Actors, rightsMissing } from '../actors/actors.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { Clock } from '../clock.js';
import type { CommandAnswer } from '../commands/command-answers.repository.js';
import { fingerprintOf } from '../commands/fingerprint.js';
import { Once, readRequestId } from '../commands/once.js';
import { isStoreFailure, storeRefusal } from '../database/store-failure.js';
import { StoreOutages } from '../database/store-outages.js';
import { messageOf } from '../errors/error-text.js';
import { ForbiddenError, OfficeError, TooLateError } from '../errors/office-error.js';
import { parseJsonObject } from '../http/parse-json-object.js';
import { widensRights } from '../http/widening-rights.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { pause } from '../process/pause.js';
import {
  type CommandPayload,
  CommandRegistry,
  type Registration,
  type SocketClient,
} from './socket-command.js';

interface CommandFrame {
  /** As sent; possibly an unknown command. */
  readonly type: string;
  readonly payload: CommandPayload;
  /** As sent; possibly not a valid id. */
  readonly requestId: unknown;
}

/** Why a frame is not a command. */
interface FrameRefusal {
  readonly refusal: string;
  /** As sent; undefined if the frame names none. */
  readonly requestId?: unknown;
}

/** Parses a client's frame, a JSON object as text; anything else is refused. */
function readFrame(data: Buffer, isBinary: boolean): CommandFrame | FrameRefusal {
  // Empty data is an empty object over HTTP, but not on the socket.
  const object = isBinary || data.length === 0 ? null : parseJsonObject(data);
  if (data.length > limits.requestBodyBytes) {
    const refusal = socketTexts.frameTooLarge(limits.requestBodyBytes);
    return { refusal, requestId: object?.['requestId'] };
  }
  if (object === null) return { refusal: socketTexts.malformed };
  const { type, requestId, ...payload } = object;
  return { type: nameOf(type), payload, requestId };
}

/** JSON, because printing a value must not run its code. */
function nameOf(type: unknown): string {
  return typeof type === 'string' ? type : String(JSON.stringify(type));
}

/**
 * Pause between the event that answers a command and its `command.done`, ms: some clients wait only
 * for the event.
 */
const afterReplyMs = 5;

/** A client's command in progress. */
interface Asked {
  readonly client: SocketClient;
  readonly command: Registration;
  /** Null: without an id. */
  readonly id: string | null;
}

/** The error of a failed command; undefined if it succeeded, or failed on an earlier arrival. */
interface Failure {
  thrown?: unknown;
}

/**
 * Passes client frames to their handlers, and sends thrown errors as `error` frames. Answers to a
 * command with an id carry it. Failures are also logged, except late commands, and failures of the
 * store, which are logged once per outage. Commands of one socket may overlap. Never rejects,
 * whatever the frame.
 */
@Injectable()
export class CommandDispatcher {
  private readonly log: ScopedLogger;

  constructor(
    private readonly registry: CommandRegistry,
    private readonly once: Once,
    private readonly clock: Clock,
    private readonly outages: StoreOutages,
    private readonly actors: Actors,
    private readonly audit: AuditTrail,
    private readonly logger: OfficeLogger,
  ) {
    this.log = logger.scope('ws');
  }

  async dispatch(client: SocketClient, data: Buffer, isBinary: boolean): Promise<void> {
    const frame = readFrame(data, isBinary);
    if (!('refusal' in frame)) return this.begin(client, frame);
    const given = readRequestId(requestIdTexts.requestId, frame.requestId);
    this.refuse(client, 'id' in given ? given.id : null, frame.refusal);
  }

  private async begin(client: SocketClient, frame: CommandFrame): Promise<void> {
    const given = readRequestId(requestIdTexts.requestId, frame.requestId);
    if ('refusal' in given) {
      this.refuse(client, null, given.refusal);
      return;
    }
    const command = this.registry.find(frame.type);
    if (command === undefined) {
      this.refuse(client, given.id, socketTexts.unknownCommand(frame.type));
      return;
    }
    const refusal = await this.refusalOf(client, command, frame.payload);
    if (refusal !== null) {
      if (!command.options.isRead) await this.recordRefusal(client, frame, refusal);
      this.refuse(client, given.id, refusal.message);
      return;
    }
    const asked = { client, command, id: given.id };
    await runAs(client.actor, () => this.run(asked, frame.payload));
  }

  /** Why the socket's actor may not give the command; null: they may. */
  private async refusalOf(
    client: SocketClient,
    { type, widening }: Registration,
    payload: CommandPayload,
  ): Promise<ForbiddenError | null> {
    const { actor, unlistedOrigin } = client;
    if (unlistedOrigin !== null && widensRights(widening, payload)) {
      return new ForbiddenError(httpTexts.mayNotWiden(unlistedOrigin));
    }
    if (await client.startedHere()) return new ForbiddenError(httpTexts.startedHere);
    if (!this.actors.isValid(actor)) return new ForbiddenError(rightsTexts.revoked);
    const missing = rightsMissing(actor, rightsForCommand(type, payload));
    if (missing.length === 0) return null;
    return new ForbiddenError(rightsTexts.missing(actor.name, missing));
  }

  private async recordRefusal(
    { actor }: SocketClient,
    { type, payload }: CommandFrame,
    refusal: ForbiddenError,
  ): Promise<void> {
    try {
      await this.audit.refused({ operation: type, given: payload }, refusal, actor);
    } catch (thrown) {
      await this.report(type, { thrown });
    }
  }

  private async run(asked: Asked, payload: CommandFrame['payload']): Promise<void> {
    const { client, id } = asked;
    const failure: Failure = {};
    try {
      const answer = await this.answer(asked, payload, failure);
      if ('result' in answer) await this.sendResult(asked, answer.result);
      else this.refuse(client, id, answer.refusal);
    } catch (thrown) {
      failure.thrown = thrown;
      this.refuse(client, id, isStoreFailure(thrown) ? storeRefusal(thrown) : messageOf(thrown));
    }
    await this.report(asked.command.type, failure);
  }

  private async answer(
    { client, command, id }: Asked,
    payload: CommandFrame['payload'],
    failure: Failure,
  ): Promise<CommandAnswer> {
    const { type, options } = command;
    // A reply event carries the id itself.
    const given =
      options.reply === undefined || id === null ? payload : { ...payload, requestId: id };
    const checked = command.check(given);
    const resultOf = (value: unknown): unknown =>
      options.result === undefined ? value : options.result(value as never, checked as never);
    const carryOut = async (): Promise<unknown> => command.run(checked, client);
    const work = options.isRead
      ? carryOut
      : () => this.audit.carryOut({ operation: type, given: checked }, carryOut);
    if (id === null || options.isRead) return { result: resultOf(await work()) };
    const named = {
      asker: client.asker,
      id,
      idName: requestIdTexts.requestId,
      fingerprint: fingerprintOf([type, checked]),
      resultOf,
    };
    return this.once.carryOut(named, work, (thrown) => (failure.thrown = thrown));
  }

  private async sendResult({ client, command, id }: Asked, result: unknown): Promise<void> {
    const { reply, isRead } = command.options;
    const at = this.clock.now();
    if (reply !== undefined) client.send({ type: reply, at, ...(result as PlanReply) });
    if (id === null) return;
    if (reply !== undefined) await pause(afterReplyMs);
    const done = { type: 'command.done', at: this.clock.now(), requestId: id, result } as const;
    // Answers of a read wait for their turn as well.
    if (isRead) client.sendInTurn(done);
    else client.send(done);
  }

  private async report(type: string, { thrown }: Failure): Promise<void> {
    if (thrown === undefined || thrown instanceof TooLateError) return;
    if (isStoreFailure(thrown)) {
      this.outages.refused(thrown);
      return;
    }
    const fault = thrown instanceof OfficeError ? undefined : thrown;
    this.log.error(socketTexts.commandFailed(type, messageOf(thrown)), fault);
    // The command stays in progress until its failure is logged, so that a client cannot produce
    // failures faster than they are stored.
    await this.logger.kept();
  }

  private refuse(client: SocketClient, id: string | null, message: string): void {
    const requestId = id === null ? {} : { requestId: id };
    client.send({ type: 'error', at: this.clock.now(), message, ...requestId });
  }
}
