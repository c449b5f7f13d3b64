import { constants } from 'node:fs';
import { chmod, copyFile, link, lchown, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../../platform/paths/errno.js';
import { OpenDirectory } from '../../platform/paths/open-directory.js';
import { entryAt } from './entry-at.js';
import type { Move } from './revert-plan.js';
import type { ShadowRepository } from './shadow-repository.js';
import { type Entry, isSame, type TreeEntries } from './tree.js';

/** Something is not as it was looked at, or holds what is not to be lost. */
export class InTheWayError extends Error {
  override readonly name = 'InTheWayError';

  constructor(readonly path: string) {
    super(`${path} changed meanwhile`);
  }
}

interface PutBack {
  /** What each path is to be; null: nothing. */
  readonly wanted: TreeEntries;
  /** What stands there. */
  readonly now: TreeEntries;
  /** Files that go back under the name they had. */
  readonly moves: readonly Move[];
}

/**
 * Brings paths of a workspace into a state, whole or not at all: what is replaced or removed is kept
 * aside until everything is done, and put back when a step fails. Each step looks once more at what it
 * replaces, and follows no link. Where the process is killed in the middle, each path is as before or
 * as wanted.
 * @returns directories that were to go, and hold something else
 * @throws InTheWayError; SnapshotError; an error of the system
 */
export async function putBack(
  repository: ShadowRepository,
  order: PutBack,
): Promise<readonly string[]> {
  const { workspace } = repository.place;
  const aside = await makeAside(repository);
  const steps = new Steps(workspace, aside);
  try {
    await steps.stage(repository, order);
    await steps.carryOut(order);
    return steps.stayed;
  } catch (thrown) {
    await steps.undo();
    throw thrown;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** On the file system of the workspace, so that files can be moved there. */
async function makeAside({ place }: ShadowRepository): Promise<string> {
  const name = `revert-${crypto.randomUUID()}`;
  const [own, workspace] = await Promise.all([stat(place.gitDirectory), stat(place.workspace)]);
  const aside =
    own.dev === workspace.dev
      ? path.join(place.gitDirectory, name)
      : path.join(place.workspace, `.office-${name}`);
  await mkdir(path.join(aside, 'new'), { recursive: true });
  await mkdir(path.join(aside, 'old'));
  return aside;
}

class Steps {
  private readonly undoing: (() => Promise<unknown>)[] = [];
  /** Where the new content of a path is. */
  private readonly staged = new Map<string, string>();
  private kept = 0;
  readonly stayed: string[] = [];

  constructor(
    private readonly workspace: string,
    private readonly aside: string,
  ) {}

  /** Writes the contents that are wanted beside the workspace. */
  async stage(repository: ShadowRepository, { wanted }: PutBack): Promise<void> {
    const contents = [...wanted].flatMap(([name, entry]) =>
      entry?.kind === 'file' || entry?.kind === 'link' ? [{ name, entry }] : [],
    );
    const folder = path.join(this.aside, 'new');
    if (contents.length === 0) return;
    await repository.writeContents(
      contents.map(({ entry }) => entry),
      folder,
    );
    for (const [at, { name, entry }] of contents.entries()) {
      const file = path.join(folder, String(at));
      if (entry.kind === 'file') await chmod(file, entry.mode);
      this.staged.set(name, file);
    }
  }

  async carryOut({ wanted, now, moves }: PutBack): Promise<void> {
    const moved = new Set(moves.map(({ from }) => from));
    const paths = [...wanted.keys()].filter((name) => !moved.has(name)).sort();
    const deepestFirst = paths.toReversed();
    const at = (entries: TreeEntries, name: string): Entry | null => entries.get(name) ?? null;
    const isDirectory = (entry: Entry | null): boolean => entry?.kind === 'directory';
    for (const name of paths) {
      const [old, next] = [at(now, name), at(wanted, name)];
      if (isDirectory(old)) await this.openUp(name);
      else if (old !== null && (next === null || isDirectory(next))) await this.remove(name, old);
    }
    for (const name of paths) {
      if (isDirectory(at(wanted, name)) && !isDirectory(at(now, name))) {
        await this.makeDirectory(name);
      }
    }
    for (const move of moves) await this.move(move);
    for (const name of deepestFirst) {
      const next = at(wanted, name);
      if (isDirectory(at(now, name)) && !isDirectory(next)) {
        await this.removeDirectory(name, next !== null);
      }
    }
    for (const name of paths) {
      const [old, next] = [at(now, name), at(wanted, name)];
      if (next === null || isDirectory(next)) continue;
      await this.put(name, isDirectory(old) ? null : old, next);
    }
    for (const name of deepestFirst) {
      const next = at(wanted, name);
      if (next?.kind === 'directory') await this.setMode(name, next.mode);
    }
  }

  /** Everything as it was before; goes on where one step cannot be undone. */
  async undo(): Promise<void> {
    for (const step of this.undoing.toReversed()) await step().catch(() => undefined);
  }

  private async remove(name: string, old: Entry): Promise<void> {
    await this.inParent(name, async (parent, own) => {
      await this.verify(parent, own, name, old);
      const keep = this.keepName();
      await parent.moveOut(own, keep);
      this.undoing.push(() => this.inParent(name, (again, at) => again.moveIn(keep, at)));
    });
  }

  private async put(name: string, old: Entry | null, next: Entry): Promise<void> {
    const file = this.staged.get(name);
    if (file === undefined) throw new Error(`the content of ${name} is not there`);
    await this.inParent(name, async (parent, own) => {
      await this.verify(parent, own, name, old);
      const keep = this.keepName();
      await giveOwner(file, old === null ? await parent.lookAtItself() : await parent.look(own));
      if (next.kind === 'file') await chmod(file, next.mode);
      if (old !== null) {
        await keepCopy(parent, own, keep);
        this.undoing.push(() => this.inParent(name, (again, at) => again.moveIn(keep, at)));
      }
      await parent.moveIn(file, own);
      if (old === null) {
        this.undoing.push(() => this.inParent(name, (again, at) => again.moveOut(at, keep)));
      }
    });
  }

  private async move({ from, to }: Move): Promise<void> {
    await this.inParent(to, async (parent, own) => {
      await this.verify(parent, own, to, null);
      await this.carry(from, to);
      this.undoing.push(() => this.carry(to, from));
    });
  }

  private async carry(from: string, to: string): Promise<void> {
    const between = this.keepName();
    await this.inParent(from, (parent, own) => parent.moveOut(own, between));
    await this.inParent(to, (parent, own) => parent.moveIn(between, own));
  }

  private async makeDirectory(name: string): Promise<void> {
    await this.inParent(name, async (parent, own) => {
      await parent.createDirectory(own);
      this.undoing.push(() => this.inParent(name, (again, at) => again.removeDirectory(at)));
      await giveOwner(parent.pathOf(own), await parent.lookAtItself());
    });
  }

  /** @param mustGo something else is to stand there; otherwise it stays where it is not empty */
  private async removeDirectory(name: string, mustGo: boolean): Promise<void> {
    await this.inParent(name, async (parent, own) => {
      const { mode } = await parent.look(own);
      try {
        await parent.removeDirectory(own);
      } catch (thrown) {
        const code = errnoOf(thrown);
        if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw thrown;
        if (mustGo) throw new InTheWayError(`${name}/`);
        this.stayed.push(`${name}/`);
        return;
      }
      this.undoing.push(() =>
        this.inParent(name, async (again, at) => {
          await again.createDirectory(at);
          await chmod(again.pathOf(at), mode & 0o7777);
        }),
      );
    });
  }

  /** So that what is in it can be changed. */
  private async openUp(name: string): Promise<void> {
    await this.inParent(name, async (parent, own) => {
      const stats = await parent.look(own);
      if (!stats.isDirectory()) throw new InTheWayError(name);
      const mode = stats.mode & 0o7777;
      if ((mode & 0o700) === 0o700) return;
      this.undoing.push(() => this.setMode(name, mode));
      await chmod(parent.pathOf(own), mode | 0o700);
    });
  }

  private async setMode(name: string, mode: number): Promise<void> {
    await this.inParent(name, async (parent, own) => {
      const before = (await parent.look(own)).mode & 0o7777;
      if (before === mode) return;
      this.undoing.push(() => this.inParent(name, (again, at) => chmod(again.pathOf(at), before)));
      await chmod(parent.pathOf(own), mode);
    });
  }

  /** @throws InTheWayError when something else stands there */
  private async verify(
    parent: OpenDirectory,
    own: string,
    name: string,
    expected: Entry | null,
  ): Promise<void> {
    const there = await entryAt(parent, own, expected?.kind === 'unrecorded');
    if (!isSame(there, expected)) throw new InTheWayError(name);
  }

  private keepName(): string {
    this.kept += 1;
    return path.join(this.aside, 'old', String(this.kept));
  }

  private async inParent<Result>(
    name: string,
    work: (parent: OpenDirectory, own: string) => Promise<Result>,
  ): Promise<Result> {
    const parts = name.split('/');
    const own = parts.pop() ?? '';
    let current = await OpenDirectory.open(this.workspace);
    try {
      for (const part of parts) {
        const parent = current;
        current = await parent.openDirectory(part).catch((thrown: unknown) => {
          throw errnoOf(thrown) === undefined ? thrown : new InTheWayError(name);
        });
        await parent.close();
      }
      return await work(current, own);
    } finally {
      await current.close();
    }
  }
}

/** A second name of the file itself; a copy where the file system has none. */
async function keepCopy(parent: OpenDirectory, own: string, keep: string): Promise<void> {
  try {
    await link(parent.pathOf(own), keep);
  } catch {
    await copyFile(parent.pathOf(own), keep, constants.COPYFILE_EXCL);
    await chmod(keep, (await parent.look(own)).mode & 0o7777);
  }
}

/** Of the service's own account all files are its own; the administrator's keep their owner. */
async function giveOwner(
  file: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await lchown(file, uid, gid);
}
