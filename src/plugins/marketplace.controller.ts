import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/openapi/operation.js';
import { OptionalFlag, OptionalString, RequiredText } from '../platform/validation/fields.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { Done } from '../protocol/answers.js';
import type {
  PluginCatalog,
  PluginRecord,
  PluginSourceRecord,
  PluginUpdateCheck,
} from '../protocol/records/plugins.js';
import { marketplaceTexts } from '../protocol/texts/marketplace.js';
import { pluginTexts } from '../protocol/texts/plugins.js';
import { PluginAnnouncer } from './host/plugin-announcer.js';
import { MarketplaceClient } from './marketplace/marketplace-client.js';
import { Marketplaces } from './marketplace/marketplaces.js';
import { PluginInstaller } from './marketplace/plugin-installer.js';
import { wireCatalog } from './host/wire-manifest.js';

class InstallPluginRequest {
  @RequiredText(pluginTexts.installFields)
  catalogUrl!: string;

  @RequiredText(pluginTexts.installFields)
  pluginId!: string;

  @OptionalFlag()
  upgrade?: boolean;
}

class AddSourceRequest {
  @RequiredText(marketplaceTexts.urlRequired)
  url!: string;

  @OptionalString()
  label?: string;
}

/** HTTP routes of marketplaces. Fixed paths, so matched before plugin ids. */
@ApiTags('plugins')
@Controller('api/plugins')
export class MarketplaceController {
  constructor(
    private readonly marketplaces: Marketplaces,
    private readonly client: MarketplaceClient,
    private readonly installer: PluginInstaller,
    private readonly announcer: PluginAnnouncer,
  ) {}

  @Get('sources')
  @Operation({ summary: 'The registered marketplaces', answers: ['PluginSourceRecord'] })
  list(): readonly PluginSourceRecord[] {
    return this.marketplaces.list();
  }

  @WidensRights(false)
  @Post('sources')
  @Operation({ summary: 'Register a marketplace', answers: 'PluginSourceRecord', status: 201 })
  add(@Body() { url, label }: AddSourceRequest): Promise<PluginSourceRecord> {
    return this.marketplaces.add(url, label);
  }

  @WidensRights(false)
  @Delete('sources/:id')
  @Operation({
    summary: 'Forget a marketplace; what was installed from it stays',
    answers: 'Done',
  })
  async remove(@Param('id') id: string): Promise<Done> {
    await this.marketplaces.remove(id);
    return { ok: true };
  }

  @Get('catalog')
  @Operation({
    summary: 'The catalogue that a marketplace serves, checked',
    answers: 'PluginCatalog',
    refuses: [400],
  })
  @ApiQuery({ name: 'url', type: String, description: 'Where the catalogue is.' })
  async catalog(@Query('url') url: unknown): Promise<PluginCatalog> {
    return wireCatalog(await this.client.catalog(typeof url === 'string' ? url : ''));
  }

  @WidensRights(true)
  @Post('install')
  @Operation({
    summary: 'Install a plugin from a marketplace, or upgrade it',
    answers: 'PluginRecord',
    status: 201,
  })
  install(@Body() request: InstallPluginRequest): Promise<PluginRecord> {
    const { catalogUrl, pluginId, upgrade = false } = request;
    return this.installer.install({ catalogUrl, pluginId, upgrade });
  }

  @WidensRights(false)
  @Post('updates')
  @Operation({
    summary: 'Ask all marketplaces for newer versions of what is installed',
    answers: 'PluginUpdateCheck',
  })
  async check(): Promise<PluginUpdateCheck> {
    const result = await this.marketplaces.check();
    return { ...result, state: this.announcer.state() };
  }
}
