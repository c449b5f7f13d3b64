import { readFile, readlink } from 'node:fs/promises';
import { markedProcesses, processIds } from './marked-processes.js';

const variable = 'OFFICE_CHILD_OF';

/** The office and the process of the service that a child belongs to, as its environment says. */
export interface ProcessLife {
  readonly environment: Readonly<Record<string, string>>;
  /** Start of the variable's value for all processes of the office in the same namespace. */
  readonly prefix: string;
}

/** What `/proc` says of a process. */
interface ProcessFacts {
  readonly state: string;
  readonly group: number;
  /** In ticks since the machine started; with the process id it is unique. */
  readonly startedAt: string;
}

/** This process as part of an office; null: not on Linux. */
export async function ownLife(office: string): Promise<ProcessLife | null> {
  const own = await factsOf(process.pid);
  // Process ids differ between namespaces.
  const space = await readlink('/proc/self/ns/pid').catch(() => null);
  if (own === null || space === null) return null;
  const prefix = [office, space, ''].join(' ');
  return { prefix, environment: { [variable]: `${prefix}${process.pid} ${own.startedAt}` } };
}

/**
 * Processes that belong to an ended process of the office, with the group of each. Never this process
 * or one of its group.
 */
export async function orphansOf({
  prefix,
}: ProcessLife): Promise<readonly (readonly [id: number, group: number])[]> {
  const named = await markedProcesses(await processIds(), [Buffer.from(`${variable}=${prefix}`)]);
  const ownGroup = (await factsOf(process.pid))?.group;
  const orphans: (readonly [number, number])[] = [];
  for (const id of named) {
    const owner = await ownerOf(id, prefix);
    if (owner === null || (await isAlive(owner))) continue;
    const group = (await factsOf(id))?.group;
    if (group !== undefined && group !== ownGroup && id !== process.pid) orphans.push([id, group]);
  }
  return orphans;
}

interface Owner {
  readonly id: number;
  readonly startedAt: string;
}

async function ownerOf(id: number, prefix: string): Promise<Owner | null> {
  const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
  const start = `${variable}=${prefix}`;
  const entry = environment.split('\0').find((each) => each.startsWith(start));
  const [, owner, startedAt] = /^(\d+) (\d+)$/.exec(entry?.slice(start.length) ?? '') ?? [];
  return owner === undefined || startedAt === undefined ? null : { id: Number(owner), startedAt };
}

async function isAlive({ id, startedAt }: Owner): Promise<boolean> {
  const facts = await factsOf(id);
  return facts?.startedAt === startedAt && facts.state !== 'Z' && facts.state !== 'X';
}

/** Null: there is no such process. */
async function factsOf(id: number): Promise<ProcessFacts | null> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // The name of the program, which comes before, may contain brackets and blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const startedAt = fields[19];
  if (state === undefined || group === undefined || startedAt === undefined) return null;
  return { state, group: Number(group), startedAt };
}
