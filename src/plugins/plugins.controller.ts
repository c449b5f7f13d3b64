import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation, referenceTo } from '../platform/openapi/operation.js';
import { RequiredFlag, RequiredObject } from '../platform/validation/fields.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { Done } from '../protocol/answers.js';
import type {
  OfferedPipeline,
  OfferedRole,
  PanelResult,
  PluginRecord,
  PluginSettingsView,
  PluginSystemState,
} from '../protocol/records/plugins.js';
import { pluginTexts } from '../protocol/texts/plugins.js';
import { PanelsService } from './panels/panels.service.js';
import { PluginsService } from './plugins.service.js';

class EnablePluginRequest {
  @RequiredFlag(pluginTexts.enabledRequired)
  enabled!: boolean;
}

class ConfigurePluginRequest {
  @RequiredObject(pluginTexts.settingsRequired)
  settings!: Record<string, unknown>;
}

/** HTTP routes of plugins. Fixed paths stand before those with an id. */
@ApiTags('plugins')
@Controller('api/plugins')
export class PluginsController {
  constructor(
    private readonly plugins: PluginsService,
    private readonly panels: PanelsService,
  ) {}

  @Get()
  @Operation({ summary: 'The plugin system with all plugins', answers: 'PluginSystemState' })
  state(): PluginSystemState {
    return this.plugins.state();
  }

  @Get('role-templates')
  @Operation({ summary: 'Roles that plugins offer for hiring', answers: ['OfferedRole'] })
  roleTemplates(): readonly OfferedRole[] {
    return this.plugins.roleTemplates();
  }

  @Get('pipelines')
  @Operation({ summary: 'Pipelines that plugins offer', answers: ['OfferedPipeline'] })
  pipelines(): readonly OfferedPipeline[] {
    return this.plugins.pipelines();
  }

  @WidensRights(true)
  @Post('refresh')
  @Operation({ summary: 'Read both plugin directories anew', answers: 'PluginSystemState' })
  refresh(): Promise<PluginSystemState> {
    return this.plugins.refresh();
  }

  @Get(':id')
  @Operation({ summary: 'One plugin', answers: 'PluginRecord', refuses: [404] })
  read(@Param('id') id: string): PluginRecord {
    return this.plugins.read(id);
  }

  @WidensRights(false)
  @Delete(':id')
  @Operation({ summary: 'Remove an installed plugin and its settings', answers: 'Done' })
  async remove(@Param('id') id: string): Promise<Done> {
    await this.plugins.remove(id);
    return { ok: true };
  }

  @WidensRights(({ enabled }) => enabled !== false)
  @Post(':id/enable')
  @Operation({ summary: 'Turn a plugin on or off', answers: 'PluginRecord' })
  enable(@Param('id') id: string, @Body() body: EnablePluginRequest): Promise<PluginRecord> {
    return this.plugins.enable(id, body.enabled);
  }

  @Get(':id/settings')
  @Operation({
    summary: 'What can be set, and how it is set',
    answers: 'PluginSettingsView',
    refuses: [404],
  })
  settings(@Param('id') id: string): PluginSettingsView {
    return this.plugins.settings(id);
  }

  @WidensRights(true)
  @Put(':id/settings')
  @Operation({ summary: 'Change settings: all that is sent, or nothing', answers: 'PluginRecord' })
  configure(@Param('id') id: string, @Body() body: ConfigurePluginRequest): Promise<PluginRecord> {
    return this.plugins.configure(id, body.settings);
  }

  @WidensRights(true)
  @Patch(':id/settings')
  @Operation({ summary: 'The same as PUT', answers: 'PluginRecord' })
  patchSettings(
    @Param('id') id: string,
    @Body() body: ConfigurePluginRequest,
  ): Promise<PluginRecord> {
    return this.plugins.configure(id, body.settings);
  }

  /** An unreadable panel is answered in the panel's own format. */
  @Get(':id/panels/:panelId')
  @Operation({ summary: 'A panel, read by the service', answers: 'PanelResult' })
  @ApiResponse({
    status: 404,
    description: 'The panel could not be read; `error` says why.',
    schema: referenceTo('PanelResult'),
  })
  async panel(
    @Param('id') id: string,
    @Param('panelId') panelId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PanelResult> {
    const result = await this.panels.read(id, panelId);
    response.status(result.ok ? 200 : 404);
    return result;
  }
}
