import { randomUUID } from 'node:crypto';

/** Names given by this process. */
const given = new Set<string>();

const form = /^office-plugins-(\d+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Name for a plugin directory that lives as long as the process. */
export function temporaryPluginsName(): string {
  const name = `office-plugins-${process.pid}-${randomUUID()}`;
  given.add(name);
  return name;
}

/** True if the directory belonged to a process that ended without deleting it. */
export function isLeftover(name: string, isAlive: (pid: number) => boolean): boolean {
  const pid = Number(form.exec(name)?.[1]);
  if (!(pid > 0) || given.has(name)) return false;
  return pid === process.pid || !isAlive(pid);
}
