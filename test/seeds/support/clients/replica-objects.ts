import { ModelSettings } from '#models/catalogue/model-settings.js';
import { ModelsService } from '#models/models.service.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { Projections } from '#platform/events/projections.js';
import { ReceivedEvents } from '#platform/fleet/received-events.js';
import { Replica } from '#platform/fleet/replica.js';
import { BootReport } from '#platform/process/boot-report.js';
import { SettingsProjection } from '#settings/settings-projection.js';
import { SettingsService } from '#settings/settings.service.js';
import { SettingsStore } from '#settings/settings-store.js';
import { SkillsService } from '#skills/skills.service.js';
import { ActiveFloorProjection } from '#workspaces/active-floor-projection.js';
import { ActiveFloor } from '#workspaces/active-floor.service.js';
import { ActiveFloorStore } from '#workspaces/active-floor-store.js';
import { EmployeesRepository } from '#workspaces/employees/employees.repository.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { FloorEditor } from '#workspaces/floor-editor.js';
import { FloorProjection } from '#workspaces/floor-projection.js';
import { FloorClosingService } from '#workspaces/floors/floor-closing.service.js';
import { FloorDirectories } from '#workspaces/floors/floor-directories.js';
import { FloorSettingsService } from '#workspaces/floors/floor-settings.service.js';
import { FloorsService } from '#workspaces/floors/floors.service.js';
import { newFirstFloor } from '#workspaces/new-floor.js';
import { WorkspacesRepository } from '#workspaces/persistence/workspaces.repository.js';
import { PluginPipelines } from '#workspaces/plugin-pipelines.js';
import { ShownFloors } from '#workspaces/shown-floors.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import type { Workspace } from '#protocol/records/organisation.js';
import { standIn } from '../stand-in.js';
import type { Foundation } from '../foundation.js';

const seeds = {
  ...{ workspacesRoot: '/w', allowExternalWorkspaces: true, defaultRoutingPosture: 'balanced' },
  ...{ maxConcurrency: 4, softSpendApprovalUsd: 0, autoApproveShell: false },
  ...{ approvalTimeoutMs: 600_000, logLevel: 'error' },
} as const;

/** A floor as it is opened, without the shipped people, whose documents are long. */
function unfurnished(floor: Workspace): Workspace {
  return { ...floor, org: { ...floor.org, roles: [], departments: [], pipelineIds: [] } };
}

/** Settings and floors of one replica: the real services, rows and projections. */
export class ReplicaObjects {
  readonly projections: Projections;
  readonly settings: SettingsService;
  readonly shownSettings: SettingsProjection;
  readonly floors: FloorsService;
  readonly closing: FloorClosingService;
  readonly floorSettings: FloorSettingsService;
  readonly active: ActiveFloor;
  readonly shownFloors: ShownFloors;
  readonly skills = standIn(SkillsService, { all: () => [] });
  private readonly repository: WorkspacesRepository;
  private readonly floorProjection: FloorProjection;
  private readonly selection: ActiveFloorProjection;

  constructor(private readonly core: Foundation) {
    const { transactions, feed, clock, logger, process } = core;
    const { dataSource } = core.outside.store;
    const documents = new OfficeDocuments(clock);
    const itself = standIn(Replica, { id: process.name, group: null, hasOthers: true });
    const heard = new ReceivedEvents(dataSource, feed, itself);
    this.projections = new Projections(feed, transactions, logger);
    const store = new SettingsStore(
      dataSource,
      documents,
      { seeds } as unknown as OfficeConfig,
      clock,
    );
    const models = standIn(ModelSettings, { apply: () => undefined });
    this.shownSettings = new SettingsProjection(this.projections, store, models, logger);
    const catalogue = standIn(ModelsService, { list: () => [] });
    this.settings = new SettingsService(store, transactions, catalogue, heard, clock, logger);
    this.repository = new WorkspacesRepository(documents, itself);
    this.floorProjection = new FloorProjection(this.projections, this.repository);
    const pipelines = new PluginPipelines();
    const workspaces = new WorkspacesService(dataSource, this.repository, pipelines, this.settings);
    const selected = new ActiveFloorStore(documents);
    this.selection = new ActiveFloorProjection(this.projections, selected);
    this.active = new ActiveFloor(dataSource, workspaces, selected, transactions);
    const people = new EmployeesRepository();
    const employees = new EmployeesService(this.floorProjection, people);
    this.closing = new FloorClosingService(
      ...([transactions, this.repository, this.active, employees, core.runs, null] as const),
    );
    this.floors = new FloorsService(
      ...([heard, transactions, this.repository, this.directories(), this.skills] as const),
      ...([clock, logger] as const),
    );
    const open = this.floors.open.bind(this.floors);
    this.floors.open = (request) => open(request, unfurnished);
    const editor = new FloorEditor(
      ...([transactions, this.repository, this.active, employees, heard, clock, logger] as const),
    );
    this.floorSettings = new FloorSettingsService(editor, this.skills);
    this.shownFloors = new ShownFloors(
      ...([this.floorProjection, this.selection, pipelines] as const),
      ...([this.shownSettings, new BootReport()] as const),
    );
  }

  /** As a boot does. */
  async start(): Promise<void> {
    await this.settings.onModuleInit();
    await this.core.transactions.run(async (tx) => {
      if ((await this.repository.lockList(tx)).length > 0) return;
      await this.repository.insert(
        tx,
        unfurnished(newFirstFloor('/w/home', [], this.core.clock.now())),
      );
    });
    for (const each of [this.shownSettings, this.floorProjection, this.selection]) {
      await each.onModuleInit();
    }
  }

  /** The disk is outside: every name has a free folder. */
  private directories(): FloorDirectories {
    const placed = ({ name }: { readonly name: string }) => {
      const path = `/w/${name}`;
      return { path, real: path, fromName: true, holdsFiles: false };
    };
    return standIn(FloorDirectories, {
      prepare: async (request: { readonly name: string }) => placed(request),
      keepFree: async (directory: unknown) => directory,
    });
  }
}
