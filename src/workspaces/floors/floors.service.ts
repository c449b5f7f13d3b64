import { limits } from '../../protocol/limits.js';
import { fitPart } from '../../platform/socket/state-json.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ReceivedEvents } from '../../platform/fleet/received-events.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { SkillsService } from '../../skills/skills.service.js';
import { newFloor } from '../new-floor.js';
import { uniqueKnown } from '../unique-known.js';
import { type ListedFloor, WorkspacesRepository } from '../persistence/workspaces.repository.js';
import { acceptColor, acceptDescription, acceptFloorName } from './edit-floor.js';
import { FloorDirectories, type PreparedDirectory } from './floor-directories.js';
import { freeSlug, slugOf } from './slug.js';

/** Accent colour of later floors that name none. */
const laterFloorColor = '#a78bfa';

/** A client's request for a new floor; only the name is required. */
interface NewFloorRequest {
  readonly name: string;
  readonly description?: string;
  readonly color?: string;
  readonly folder?: string;
  readonly path?: string;
  readonly trusted?: boolean;
  readonly skillIds?: readonly string[];
}

/** The accepted parts of a request. */
type Accepted = Pick<Workspace, 'name' | 'description' | 'color' | 'skillIds' | 'trusted'>;

/** Gives a new floor something else than the shipped organisation. */
type Furnish = (floor: Workspace, now: number) => Workspace;

/** Opens floors, each with its own directory. */
@Injectable()
export class FloorsService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly heard: ReceivedEvents,
    private readonly transactions: Transactions,
    private readonly repository: WorkspacesRepository,
    private readonly directories: FloorDirectories,
    private readonly skills: SkillsService,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('workspaces');
  }

  /**
   * Opens a floor on top, with its directory and the shipped organisation or another one.
   * @throws RefusedError
   */
  async open(request: NewFloorRequest, furnish: Furnish = (floor) => floor): Promise<Workspace> {
    // Skills of plugins are known from events only.
    await this.heard.all();
    const accepted = this.accept(request);
    const directoryRequest = { ...request, name: accepted.name };
    const others = [
      ...(await this.transactions.snapshot(({ manager }) => this.repository.sites(manager))),
    ];
    let directory = await this.directories.prepare(directoryRequest, others);
    const compared = new Set(others.map(keyOf));
    for (;;) {
      const site = { directory, compared };
      const outcome = await this.transactions.run((tx) => this.openIn(tx, accepted, site, furnish));
      if ('opened' in outcome) return outcome.opened;
      others.push(...outcome.others);
      directory = await this.directories.keepFree(directory, directoryRequest, others);
      for (const other of outcome.others) compared.add(keyOf(other));
    }
  }

  /** Opens the floor, unless there are new floors with which its directory was not compared. */
  private async openIn(
    tx: Tx,
    accepted: Accepted,
    {
      directory: { path, holdsFiles },
      compared,
    }: { readonly directory: PreparedDirectory; readonly compared: ReadonlySet<string> },
    furnish: Furnish,
  ): Promise<{ opened: Workspace } | { others: readonly Workspace[] }> {
    const others = await this.repository.lockList(tx);
    const unknown = others.filter((other) => !compared.has(keyOf(other))).map(({ id }) => id);
    if (unknown.length > 0) return { others: await this.repository.among(tx, unknown) };
    const used = [...others.map((other) => other.id), ...(await this.repository.closedIds(tx))];
    const id = freeSlug(slugOf(accepted.name), new Set(used));
    const floor = Math.max(0, ...others.map((other) => other.floor)) + 1;
    // In an empty folder later files are all written by people or the office.
    const mark = holdsFiles && { trusted: accepted.trusted ?? false };
    const now = this.clock.now();
    const opened = furnish(newFloor({ ...accepted, ...mark, id, path, floor }, now), now);
    await this.repository.insert(tx, opened);
    tx.publish({
      type: 'org.updated',
      workspaceId: id,
      org: fitPart(opened.org, limits.organisationFrameBytes),
    });
    this.announce(tx, workspaceTexts.opened(opened.name, path));
    if (holdsFiles) this.announce(tx, workspaceTexts.worksOnFiles(opened.name, path));
    tx.conclude(opened);
    return { opened };
  }

  private accept(request: NewFloorRequest): Accepted {
    const name = acceptFloorName(request.name);
    const color = acceptColor(request.color) ?? laterFloorColor;
    const description = acceptDescription(request.description);
    const skillIds = this.acceptSkills(request.skillIds);
    const { trusted } = request;
    return {
      name,
      ...(description !== undefined && { description }),
      color,
      skillIds,
      ...(trusted !== undefined && { trusted }),
    };
  }

  private acceptSkills(wanted: readonly string[] | undefined): readonly string[] {
    const all = this.skills.all().map((skill) => skill.id);
    if (wanted === undefined) return all;
    const known = uniqueKnown(wanted, new Set(all));
    if (known.length === 0) throw new RefusedError(workspaceTexts.needsSkill);
    return known;
  }

  private announce(tx: Tx, message: string): void {
    tx.publish({ type: 'log', level: 'info', scope: 'workspaces', message });
    tx.afterCommit(() => this.log.info(message));
  }
}

function keyOf({ id, createdAt }: Pick<ListedFloor, 'id' | 'createdAt'>): string {
  return `${createdAt} ${id}`;
}
