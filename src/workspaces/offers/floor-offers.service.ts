import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { NotFoundError } from '../../platform/errors/office-error.js';
import { listConfined, readConfined } from '../../platform/paths/confined-files.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { shownName } from '../../platform/paths/shown-name.js';
import type {
  FloorOffers,
  FolderBrief,
  FolderRole,
  SkippedFile,
} from '../../protocol/records/floor-offers.js';
import { offerTexts } from '../../protocol/texts/floor-offers.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { findSkillFolders } from '../../skills/folders/find-skill-folders.js';
import { WorkspacesService } from '../workspaces.service.js';
import { type OfferedFile, readAgent, readCommand } from './read-offers.js';

/** Folders in which other tools keep their files. */
const agentPlaces = [
  { folder: '.claude/agents', ends: '.md' },
  { folder: '.github/agents', ends: '.md' },
  { folder: '.github/chatmodes', ends: '.chatmode.md' },
] as const;
const commandPlaces = [
  { folder: '.claude/commands', ends: '.md' },
  { folder: '.github/prompts', ends: '.prompt.md' },
] as const;

interface Place {
  readonly folder: string;
  readonly ends: string;
}

const mostBytes = 64 * 1024;
const mostFiles = 100;
const deepest = 4;
/** Most files and folders examined in all places of one kind. */
const mostEntries = 1000;

/** A search in the places of one kind. */
interface Search {
  readonly root: ConfinedRoot;
  readonly skipped: SkippedFile[];
  readonly take: (at: string) => Promise<void>;
  /** Entries that may still be looked at. */
  left: number;
}

/** Reads what other tools have left in a floor's folder. Reading changes and runs nothing. */
@Injectable()
export class FloorOffersService {
  constructor(private readonly floors: WorkspacesService) {}

  /** @throws NotFoundError */
  async of(id: string): Promise<FloorOffers> {
    const floor = await this.floors.find(id);
    if (floor === null) throw new NotFoundError(workspaceTexts.noWorkspace(id));
    const root = new ConfinedRoot(floor.path);
    const skipped: SkippedFile[] = [];
    const roles: FolderRole[] = [];
    for (const file of await filesIn(root, agentPlaces, skipped)) {
      const read = readAgent(file, floor.org.departments);
      if (read.ok) roles.push(read.offered);
      else skipped.push({ path: read.path, reason: read.reason });
    }
    const briefs: FolderBrief[] = [];
    for (const file of await filesIn(root, commandPlaces, skipped)) {
      const read = readCommand(file);
      if (read.ok) briefs.push(read.offered);
      else skipped.push({ path: read.path, reason: read.reason });
    }
    const found = await findSkillFolders(floor.path);
    const skills = found.skills.map(({ sourcePath, id: skillId, description }) => ({
      ...{ path: sourcePath, id: skillId, description },
    }));
    return { roles, briefs, skills, skipped: [...skipped, ...found.skipped] };
  }
}

async function filesIn(
  root: ConfinedRoot,
  places: readonly Place[],
  skipped: SkippedFile[],
): Promise<readonly OfferedFile[]> {
  const files: OfferedFile[] = [];
  const take = async (at: string) => {
    if (files.length === mostFiles) {
      skipped.push({ path: shownName(at), reason: offerTexts.tooMany(mostFiles) });
      return;
    }
    const text = await readConfined(root, at, mostBytes);
    if (text !== null) files.push({ path: shownName(at), text });
  };
  const search = { root, skipped, take, left: mostEntries };
  for (const place of places) await walk(search, place, deepest);
  if (search.left === 0) {
    const path = places.map(({ folder }) => folder).join(', ');
    skipped.push({ path, reason: offerTexts.tooManyEntries(mostEntries) });
  }
  return files;
}

async function walk(search: Search, { folder, ends }: Place, depth: number): Promise<void> {
  const { root, skipped, take } = search;
  const fail = (at: string) => (thrown: unknown) =>
    void skipped.push({ path: shownName(at), reason: messageOf(thrown) });
  const entries = await listConfined(root, folder, 2 * mostFiles).catch((thrown: unknown) => {
    fail(folder)(thrown);
    return [];
  });
  for (const { name, kind } of entries) {
    if (search.left === 0) return;
    search.left -= 1;
    const at = path.posix.join(folder, name);
    if (kind === 'link') skipped.push({ path: shownName(at), reason: offerTexts.link });
    if (kind === 'directory' && depth > 1) await walk(search, { folder: at, ends }, depth - 1);
    if (kind === 'file' && name.endsWith(ends)) await take(at).catch(fail(at));
  }
}
