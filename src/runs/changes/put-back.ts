import { constants } from 'node:fs';
import { chmod, copyFile, link, lchown, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '../../platform/paths/errno.js';
import { OpenDirectory } from '../../platform/paths/open-directory.js';
import { entryAt } from './entry-at.js';
import type { Move } from './revert-plan.js';
import type { ShadowRepository } from './shadow-repository.js';
import { type Entry, isSame, type TreeEntries } from './tree.js';

/** An entry changed since it was checked, or contains something that must not be lost. */
export class InTheWayError extends Error {
  override readonly name = 'InTheWayError';

  constructor(readonly path: string) {
    super(`${path} changed meanwhile`);
  }
}

interface PutBack {
  /** Wanted entry of each path; null: nothing. */
  readonly wanted: TreeEntries;
  /** Present entries. */
  readonly now: TreeEntries;
  /** Files to be renamed back. */
  readonly moves: readonly Move[];
}

/**
 * Restores paths of a workspace, all or none: replaced and removed entries are kept aside until
 * everything is done, and put back if a step fails. Each step checks what it replaces once more and
 * follows no link. If the process is killed meanwhile, each path is either as before or as wanted.
 * @returns directories that should be removed but contain something else
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

/** On the workspace's file system, so that files can be moved there. */
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
  /** Location of each path's new content. */
  private readonly staged = new Map<string, string>();
  private kept = 0;
  readonly stayed: string[] = [];

  constructor(
    private readonly workspace: string,
    private readonly aside: string,
  ) {}

  /** Writes the wanted contents beside the workspace. */
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

  /** Restores the former entries; continues if one step cannot be undone. */
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

  /** @param mustGo something else must take its place; otherwise it stays if it is not empty */
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

  /** Makes the directory writable for changes inside. */
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

  /** @throws InTheWayError if the entry is not the expected one */
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

/** Makes a hard link to the file, or a copy if the file system has no links. */
async function keepCopy(parent: OpenDirectory, own: string, keep: string): Promise<void> {
  try {
    await link(parent.pathOf(own), keep);
  } catch {
    await copyFile(parent.pathOf(own), keep, constants.COPYFILE_EXCL);
    await chmod(keep, (await parent.look(own)).mode & 0o7777);
  }
}

/** Sets the owner if the service runs as root; other accounts own all their files. */
async function giveOwner(
  file: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await lchown(file, uid, gid);
}
