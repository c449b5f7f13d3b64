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
 * Assembles the state of the whole office. Nothing is read from the store: every part is what its
 * module holds in memory, projected once after it changed, so a frame costs the same however long
 * the history is.
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

  /** The state as it is now; immutable. */
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
