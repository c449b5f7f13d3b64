import { Injectable } from '@nestjs/common';
import { socketTexts } from '../../protocol/texts/http.js';
import { Clock } from '../clock.js';
import { isStoreFailure, storeRefusal } from '../database/store-failure.js';
import { StoreOutages } from '../database/store-outages.js';
import { messageOf } from '../errors/error-text.js';
import { OfficeError, TooLateError } from '../errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { CommandRegistry } from './command-registry.js';
import { readFrame, type CommandFrame } from './read-frame.js';
import type { SocketClient } from './socket-command.js';

/**
 * Carries a client's frames to their handlers, and what they throw back as `error` frames. A failed
 * command is logged as well, unless it only came too late (interface.md 7) or the store failed, which
 * is told once. Commands of one socket may overlap. Never rejects, whatever the frame.
 */
@Injectable()
export class CommandDispatcher {
  private readonly log: ScopedLogger;

  constructor(
    private readonly registry: CommandRegistry,
    private readonly clock: Clock,
    private readonly outages: StoreOutages,
    private readonly logger: OfficeLogger,
  ) {
    this.log = logger.scope('ws');
  }

  async dispatch(client: SocketClient, data: Buffer, isBinary: boolean): Promise<void> {
    const frame = readFrame(data, isBinary);
    if ('refusal' in frame) this.refuse(client, frame.refusal);
    else await this.run(client, frame);
  }

  private async run(client: SocketClient, { type, payload }: CommandFrame): Promise<void> {
    const command = this.registry.find(type);
    if (command === undefined) {
      this.refuse(client, socketTexts.unknownCommand(type));
      return;
    }
    try {
      await command.run(payload, client);
    } catch (thrown) {
      await this.failed(client, type, thrown);
    }
  }

  private async failed(client: SocketClient, type: string, thrown: unknown): Promise<void> {
    if (isStoreFailure(thrown)) {
      this.refuse(client, storeRefusal(thrown));
      this.outages.refused(thrown);
      return;
    }
    const message = messageOf(thrown);
    this.refuse(client, message);
    if (thrown instanceof TooLateError) return;
    const fault = thrown instanceof OfficeError ? undefined : thrown;
    this.log.error(socketTexts.commandFailed(type, message), fault);
    // Until then the command is under way, so that a client fails no faster than that is stored.
    await this.logger.kept();
  }

  private refuse(client: SocketClient, message: string): void {
    client.send({ type: 'error', at: this.clock.now(), message });
  }
}
