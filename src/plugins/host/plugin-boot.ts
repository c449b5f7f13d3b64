import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { ToolGrants } from '../../tools/tool-grants.js';
import { pluginLimits } from '../plugin-limits.js';
import { PluginHost } from './plugin-host.js';

/**
 * Starts the plugins at boot and waits at most `bootMs`. Turns wait for the rest, so that a run
 * continued after a restart finds its tools and models.
 */
@Injectable()
export class PluginBoot implements OnModuleInit {
  constructor(
    private readonly host: PluginHost,
    private readonly grants: ToolGrants,
    private readonly logger: OfficeLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const opening = this.host.open();
    opening.catch((error: unknown) => this.logger.scope('plugins').error(messageOf(error), error));
    this.grants.expect(opening);
    await within(pluginLimits.bootMs, opening);
  }
}
