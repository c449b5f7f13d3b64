import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import type { TracesConfig } from '../../platform/config/telemetry-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { Observations } from '../../platform/telemetry/observations.js';
import type { SpanSender } from './span-sender.js';
import { spansOf } from './spans-of.js';

/** How long shutdown waits for the collector, ms. */
const lastSendMs = 1000;

/** Traces work if a collector is configured; otherwise nothing is loaded or sent. */
@Injectable()
export class TracesService implements OnModuleInit, OnApplicationShutdown {
  private readonly log: ScopedLogger;
  private sender: Promise<SpanSender> | undefined;

  constructor(
    private readonly config: OfficeConfig,
    private readonly observations: Observations,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('traces');
  }

  onModuleInit(): void {
    const { traces } = this.config;
    if (traces === null) return;
    this.sender = this.load(traces);
    const observer = this.sender.then((sender) => (observation: Parameters<typeof spansOf>[0]) => {
      for (const span of spansOf(observation)) sender.send(span);
    });
    this.observations
      .observe(observer, this.log)
      .catch((thrown: unknown) =>
        this.log.error(`nothing is traced: ${messageOf(thrown)}`, thrown),
      );
  }

  /** Sends the remaining spans, within a time limit. */
  async onApplicationShutdown(): Promise<void> {
    const closed = this.sender?.then((sender) => sender.close()).catch(() => undefined);
    if (closed !== undefined) await within(lastSendMs, closed);
  }

  private async load(traces: TracesConfig): Promise<SpanSender> {
    const library = await import('./span-sender.js');
    return new library.SpanSender(traces, this.log, this.config.proxies);
  }
}
