import { randomUUID } from 'node:crypto';

/** Names that this process has given. */
const given = new Set<string>();

const form = /^office-plugins-(\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A name for a directory of plugins that is there for as long as the process. */
export function temporaryPluginsName(): string {
  const name = `office-plugins-${process.pid}-${randomUUID()}`;
  given.add(name);
  return name;
}

/** Whether a directory of this name belonged to a process that ended without deleting it. */
export function isLeftover(name: string, isAlive: (pid: number) => boolean): boolean {
  const pid = Number(form.exec(name)?.[1]);
  if (!(pid > 0) || given.has(name)) return false;
  return pid === process.pid || !isAlive(pid);
}
