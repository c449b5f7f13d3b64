import { Injectable } from '@nestjs/common';
import type { Forge } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { FloorRemotes } from '#runs/changes/floor-remotes.js';
import { type FloorChoice, FloorChoices } from '#runs/submit/floor-choices.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { namesRepository } from '../meaning/names-repository.js';
import type { StoredForge } from '../rows/forges.repository.js';

/** Facts about the folder of a floor. */
interface Folder {
  readonly floor: string;
  /** Null: the folder is in no git repository. */
  readonly remotes: readonly string[] | null;
}

/** Checks the floors of forges and writes notes about them. */
@Injectable()
export class ForgeFloors {
  constructor(
    private readonly choices: FloorChoices,
    private readonly workspaces: WorkspacesService,
    private readonly remotes: FloorRemotes,
  ) {}

  /** @throws RefusedError with the field, if there is no such floor, or it cannot work so */
  check(choice: FloorChoice): Promise<void> {
    return this.choices.check(choice);
  }

  /** Forges as shown to people. Each folder is read once. */
  shown(stored: readonly StoredForge[]): Promise<readonly Forge[]> {
    const folders = new Map<string, Promise<Folder | null>>();
    const folderOf = (id: string): Promise<Folder | null> => {
      const known = folders.get(id) ?? this.lookAt(id);
      folders.set(id, known);
      return known;
    };
    return Promise.all(
      stored.map(async ({ since: _since, removedAt: _removed, earlierLogins: _e, ...forge }) => ({
        ...forge,
        ceilingNote: await this.ceilingNote(forge),
        folderNote: folderNote(forge.repository, await folderOf(forge.workspaceId)),
      })),
    );
  }

  private ceilingNote(forge: Omit<Forge, 'ceilingNote' | 'folderNote'>): Promise<string | null> {
    const { workspaceId, pipelineId, repository, issueUsd: limitUsd } = forge;
    const brief = forgeTexts.briefFirst(1, repository);
    return this.choices.ceilingNote({ brief, workspaceId, pipelineId, limitUsd });
  }

  /** Null: there is no such floor, or its folder cannot be read here. */
  private async lookAt(id: string): Promise<Folder | null> {
    const floor = await this.workspaces.find(id);
    const remotes = floor === null ? undefined : await this.remotes.of(floor);
    return floor === null || remotes === undefined ? null : { floor: floor.name, remotes };
  }
}

function folderNote(repository: string, folder: Folder | null): string | null {
  if (folder === null) return null;
  const { floor, remotes } = folder;
  if (remotes === null) return forgeTexts.noRepository(floor, repository);
  const isClone = remotes.some((address) => namesRepository(address, repository));
  return isClone ? null : forgeTexts.noRemote(floor, repository);
}
