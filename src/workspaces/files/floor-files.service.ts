import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { NotFoundError } from '../../platform/errors/office-error.js';
import { redactor } from '../../platform/logging/redact.js';
import type { FloorFile, FloorPreview } from '../../protocol/records/floor-files.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { floorFileTexts } from '../../protocol/texts/floor-files.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { SkillsService } from '../../skills/skills.service.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import { acceptFloorName } from '../floors/edit-floor.js';
import { FloorsService } from '../floors/floors.service.js';
import { freeSlug, slugOf } from '../floors/slug.js';
import { WorkspacesRepository } from '../persistence/workspaces.repository.js';
import { WorkspacesService } from '../workspaces.service.js';
import { defaultPipelines } from '../pipelines/default-pipelines.js';
import { exportFloor } from './export-floor.js';
import { fitFile, type FittedFile, furnish, previewOf } from './import-floor.js';
import { readFloorFile } from './read-floor-file.js';

/** A request to open a floor as a file describes it. */
interface FloorImport {
  readonly file: unknown;
  /** Used instead of the file's name. */
  readonly name?: string;
  readonly folder?: string;
  readonly path?: string;
  readonly trusted?: boolean;
}

/** Floors as files: exported, looked at, and opened. */
@Injectable()
export class FloorFilesService {
  constructor(
    private readonly floors: FloorsService,
    private readonly workspaces: WorkspacesService,
    private readonly repository: WorkspacesRepository,
    private readonly transactions: Transactions,
    private readonly skills: SkillsService,
    private readonly tools: ToolRegistry,
    private readonly config: OfficeConfig,
  ) {}

  /** @throws NotFoundError */
  async export(id: string): Promise<FloorFile> {
    const floor = await this.workspaces.find(id);
    if (floor === null) throw new NotFoundError(workspaceTexts.noWorkspace(id));
    return exportFloor(floor, redactor(this.config.secrets));
  }

  /**
   * The effects of an import; nothing is changed.
   * @throws RefusedError for a bad file
   */
  async preview({ file, name }: Pick<FloorImport, 'file' | 'name'>): Promise<FloorPreview> {
    const fitted = this.fitted(file);
    const called = nameOf(fitted, name);
    return previewOf(fitted, called, await this.conflicts(called));
  }

  /**
   * Opens a new floor as the file describes it, in one transaction.
   * @throws RefusedError for a bad file, and as for any new floor
   */
  import({ file, name, folder, path, trusted }: FloorImport): Promise<Workspace> {
    const fitted = this.fitted(file);
    const { description, color, skillIds } = fitted.file;
    const request = {
      name: nameOf(fitted, name),
      skillIds,
      ...(description !== undefined && { description }),
      ...(color !== undefined && { color }),
      ...(folder !== undefined && { folder }),
      ...(path !== undefined && { path }),
      ...(trusted !== undefined && { trusted }),
    };
    return this.floors.open(request, (floor, now) => furnish(floor, fitted, now));
  }

  private fitted(file: unknown): FittedFile {
    const builtIn = this.tools.list().filter(({ pluginId }) => pluginId === null);
    return fitFile(readFloorFile(file), {
      skillIds: this.skills.all().map(({ id }) => id),
      pipelines: defaultPipelines,
      builtInTools: new Set(builtIn.map((tool) => tool.name)),
    });
  }

  private async conflicts(name: string): Promise<readonly string[]> {
    const floors = await this.transactions.snapshot(({ manager }) => this.repository.all(manager));
    if (!floors.some((floor) => floor.name === name)) return [];
    const free = freeSlug(slugOf(name), new Set(floors.map(({ id }) => id)));
    return [floorFileTexts.nameTaken(name, free)];
  }
}

function nameOf({ file }: FittedFile, given: string | undefined): string {
  return given === undefined || given.trim() === '' ? file.name : acceptFloorName(given);
}
