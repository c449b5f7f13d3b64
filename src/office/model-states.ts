import { Injectable } from '@nestjs/common';
import { ModelsService } from '../models/models.service.js';
import { ConfigDrift } from '../platform/config/config-drift.js';
import { OfficeConfig } from '../platform/config/office-config.js';

/** Models, providers and their mode, in the form of state frames. */
@Injectable()
export class ModelStates {
  constructor(
    private readonly models: ModelsService,
    private readonly config: OfficeConfig,
    private readonly drift: ConfigDrift,
  ) {}

  current() {
    return {
      models: this.models.projected(),
      providers: this.models.providers(),
      modelSignals: this.models.modelSignals(),
      llmMode: this.config.llm.mode,
      llmModeReason: this.config.llm.reason,
      ...this.drift.current(),
    };
  }
}
