import type { OfficeState } from '../protocol/records/office.js';
import { memoizeByObject } from '../platform/memoize-by-object.js';
import { limits } from '../protocol/limits.js';
import { fitPart } from '../platform/socket/fit-part.js';

const kilobyte = 1024;

/** Bytes of JSON per part of a state frame. */
const ownBytes: Readonly<Partial<Record<keyof OfficeState, number>>> = {
  runs: 1024 * kilobyte,
  models: 512 * kilobyte,
  roles: 256 * kilobyte,
  plugins: limits.pluginsFrameBytes,
  memory: 256 * kilobyte,
  approvals: 128 * kilobyte,
  pipelines: 128 * kilobyte,
  floor: 128 * kilobyte,
  workspaces: 128 * kilobyte,
  employees: 128 * kilobyte,
  mcp: 128 * kilobyte,
  skills: 64 * kilobyte,
  providers: 64 * kilobyte,
  modelSignals: 64 * kilobyte,
};
const otherBytes = 16 * kilobyte;

/** Largest possible JSON of a state with this many parts. */
export function mostStateBytes(parts: number): number {
  const own = Object.values(ownBytes).reduce((sum, bytes) => sum + bytes, 0);
  return own + parts * (otherBytes + kilobyte);
}

const bounded = new Map<string, <T extends object>(part: T) => T>();

/** The state with all parts bounded; parts that fit are unchanged. */
export function boundState(state: OfficeState): OfficeState {
  const parts = Object.entries(state).map(([name, part]) => [name, boundPart(name, part)]);
  return Object.fromEntries(parts) as OfficeState;
}

function boundPart(name: string, part: unknown): unknown {
  if (typeof part === 'string') return part.slice(0, otherBytes / 4);
  if (typeof part !== 'object' || part === null) return part;
  const known = bounded.get(name) ?? fitter(ownBytes[name as keyof OfficeState] ?? otherBytes);
  bounded.set(name, known);
  return known(part);
}

function fitter(bytes: number): <T extends object>(part: T) => T {
  return memoizeByObject((part: object) => fitPart(part, bytes)) as <T extends object>(
    part: T,
  ) => T;
}
