import { readdir, readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { markedProcesses, processIds } from './marked-processes.js';

/** Running children, each with the variable that marks its descendants. */
const known = new Map<number, Buffer>();

/** Remembers a child until the returned function is called. */
export function rememberChild(id: number, mark: Buffer): () => void {
  known.set(id, mark);
  return () => void known.delete(id);
}

type Connection = Pick<Socket, 'localPort' | 'remotePort'>;

const answers = new WeakMap<Connection, Promise<boolean>>();

/**
 * True if a descendant of this service holds the other end of a connection. Always false outside Linux.
 * A descendant that has cleared its environment and lost its parents is not found.
 */
export async function isOwnChild(connection: Connection): Promise<boolean> {
  if (known.size === 0 || process.platform !== 'linux') return false;
  const answer = answers.get(connection) ?? look(connection);
  answers.set(connection, answer);
  return answer;
}

async function look(connection: Connection): Promise<boolean> {
  const sockets = await socketsOf(connection);
  if (sockets.size === 0) return false;
  const family = await familyOf(new Map(known));
  const found = await Promise.all(family.map((id) => holds(id, sockets)));
  return found.includes(true);
}

/** The names of sockets at the other end, as descriptors show them. */
async function socketsOf({ localPort, remotePort }: Connection): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => textOf(`/proc/self/net/${name}`)));
  const rows = tables.flatMap((table) => table.split('\n').slice(1));
  const names = rows.flatMap((row) => {
    const [, local = '', remote = '', , , , , , , inode] = row.trim().split(/\s+/);
    const isOther = portOf(local) === remotePort && portOf(remote) === localPort;
    return isOther && inode !== undefined && inode !== '0' ? [`socket:[${inode}]`] : [];
  });
  return new Set(names);
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

/** The children, their descendants, and processes with the mark of a child. */
async function familyOf(children: ReadonlyMap<number, Buffer>): Promise<readonly number[]> {
  const ids = await processIds();
  const parents = new Map(
    await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)),
  );
  const descends = (id: number): boolean => {
    for (let above = id, steps = 0; above > 1 && steps < ids.length; steps += 1) {
      if (children.has(above)) return true;
      above = parents.get(above) ?? 0;
    }
    return false;
  };
  const others = ids.filter((id) => !descends(id));
  const marked = await markedProcesses(others, [...children.values()]);
  return [...ids.filter(descends), ...marked];
}

async function parentOf(id: number): Promise<number> {
  // The name of the program, which comes before, may contain brackets and blanks.
  const [, parent = '0'] = /\) \S (\d+) [^)]*$/.exec(await textOf(`/proc/${id}/stat`)) ?? [];
  return Number(parent);
}

async function holds(id: number, sockets: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${id}/fd`;
  const descriptors = await readdir(folder).catch(() => []);
  const names = await Promise.all(
    descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return names.some((name) => sockets.has(name));
}

function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
