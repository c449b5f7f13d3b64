import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '../../platform/audit/audit-trail.js';
import { isStoreFailure, storeRefusal } from '../../platform/database/store-failure.js';
import { StoreOutages } from '../../platform/database/store-outages.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError } from '../../platform/errors/office-error.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { ServerEvent } from '../../protocol/events.js';
import { httpTexts } from '../../protocol/texts/http.js';
import type { McpHandler } from './mcp-handler.js';
import { changedResources, RunResources } from './run-resources.js';
import { DoorTools } from './tools/door-tools.js';

/** The office as an MCP server. It keeps nothing between requests. */
@Injectable()
export class McpDoor implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private handler: Promise<McpHandler> | null = null;
  private opened: McpHandler | null = null;

  constructor(
    private readonly tools: DoorTools,
    private readonly resources: RunResources,
    private readonly audit: AuditTrail,
    private readonly outages: StoreOutages,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('mcp-door');
  }

  async onModuleDestroy(): Promise<void> {
    await this.opened?.close();
  }

  @OnOfficeEvent('run.created', 'run.updated', 'stage.started', 'stage.finished')
  onChange(event: ServerEvent): void {
    const { notify } = this.opened ?? {};
    if (notify === undefined) return;
    const { uris, list } = changedResources(event);
    for (const uri of uris) notify.resourceUpdated(uri);
    if (list) notify.resourcesChanged();
  }

  /** Answers a request; must run in the context of its sender. */
  async answer(request: Request, response: Response): Promise<void> {
    this.handler ??= this.open();
    await (await this.handler).answer(request, response);
  }

  private async open(): Promise<McpHandler> {
    const { McpHandler } = await import('./mcp-handler.js');
    const refusalOf = (tool: string, thrown: unknown): string => this.refusalOf(tool, thrown);
    const parts = {
      tools: this.tools.all,
      resources: this.resources,
      audit: this.audit,
      refusalOf,
    };
    this.opened = new McpHandler(parts, (error) => this.log.debug(messageOf(error)));
    return this.opened;
  }

  private refusalOf(tool: string, thrown: unknown): string {
    if (thrown instanceof OfficeError) return thrown.message;
    if (isStoreFailure(thrown)) {
      this.outages.refused(thrown);
      return storeRefusal(thrown);
    }
    this.log.error(`${tool} failed: ${messageOf(thrown)}`, thrown);
    return httpTexts.internal;
  }
}
