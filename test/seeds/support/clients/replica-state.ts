import { ExtensionStates } from '#office/extension-states.js';
import { FloorStates } from '#office/floor-states.js';
import { ModelStates } from '#office/model-states.js';
import { OfficeStateService } from '#office/office-state.service.js';
import { ShownRuns } from '#office/shown-runs.js';
import type { OfficeState } from '#protocol/records/office.js';
import { PendingApprovals } from '#runs/approvals/pending-approvals.js';
import { RunProjection } from '#runs/history/run-projection.js';
import { ShownEmployees } from '#workspaces/employees/shown-employees.js';
import { FloorViews } from '#workspaces/floor-views.js';
import { standIn } from '../stand-in.js';
import type { Foundation } from '../foundation.js';
import type { ReplicaObjects } from './replica-objects.js';

const nothing = {
  ...{ models: [], providers: [], modelSignals: {}, llmMode: 'mock', llmModeReason: '' },
  ...{ configStale: false, configStaleDetail: null },
};
const noMemory = {
  ...{ facts: [], counts: { installation: 0, workspace: 0, role: 0 }, semantic: false },
};
const noExtensions = { plugins: {}, mcp: {}, memory: noMemory, vendorBay: {} };

/** What one replica shows: the real projections of runs and questions, and the state made of them. */
export class ReplicaState {
  readonly runs: RunProjection;
  readonly pending: PendingApprovals;
  readonly office: OfficeStateService;
  private readonly shown: ShownRuns;

  constructor(
    core: Foundation,
    private readonly objects: ReplicaObjects,
  ) {
    this.runs = new RunProjection(objects.projections, core.runs);
    this.pending = new PendingApprovals(objects.projections, core.approvalRows);
    this.shown = new ShownRuns(this.runs);
    const people = standIn(ShownEmployees, { ofFloor: () => [] });
    const views = new FloorViews(objects.shownFloors, people, this.runs);
    this.office = new OfficeStateService(
      objects.shownSettings,
      new FloorStates(objects.shownFloors, views, objects.skills, this.shown),
      standIn(ModelStates, { current: () => nothing }),
      standIn(ExtensionStates, { current: () => noExtensions }),
      ...([this.pending, core.clock] as const),
    );
  }

  async start(): Promise<void> {
    await this.runs.onModuleInit();
    await this.pending.onModuleInit();
  }

  /** The parts that events carry, as they are now. */
  carried(): Partial<OfficeState> {
    const { id } = this.objects.shownFloors.active();
    return {
      activeWorkspaceId: id,
      settings: this.objects.shownSettings.current(),
      approvals: this.pending.list(),
      ...this.shown.of(id),
    };
  }
}
