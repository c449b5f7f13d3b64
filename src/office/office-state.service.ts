import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { serviceVersion } from '../platform/process/service-version.js';
import type { OfficeState } from '../protocol/records/office.js';
import { PendingApprovals } from '../runs/approvals/pending-approvals.js';
import { SettingsProjection } from '../settings/settings-projection.js';
import { boundState } from './bound-state.js';
import { ExtensionStates } from './extension-states.js';
import { FloorStates } from './floor-states.js';
import { ModelStates } from './model-states.js';

/**
 * Assembles the office's state from memory without reading the store: every part is derived once
 * after a change, so the cost does not depend on the history.
 */
@Injectable()
export class OfficeStateService {
  private readonly startedAt: number;

  constructor(
    private readonly settings: SettingsProjection,
    private readonly floors: FloorStates,
    private readonly models: ModelStates,
    private readonly extensions: ExtensionStates,
    private readonly approvals: PendingApprovals,
    clock: Clock,
  ) {
    this.startedAt = clock.now();
  }

  /** The present state; immutable. */
  current(): OfficeState {
    return boundState({
      settings: this.settings.current(),
      ...this.floors.current(),
      ...this.models.current(),
      ...this.extensions.current(),
      approvals: this.approvals.list(),
      version: serviceVersion,
      startedAt: this.startedAt,
    });
  }
}
