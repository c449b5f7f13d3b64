import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { memoizeByObject } from '../platform/memoize-by-object.js';
import { serviceVersion } from '../platform/process/service-version.js';
import { fitPart } from '../platform/socket/state-json.js';
import { limits } from '../protocol/limits.js';
import type { OfficeState } from '../protocol/records/office.js';
import { PendingApprovals } from '../runs/approvals/pending-approvals.js';
import { SettingsProjection } from '../settings/settings-projection.js';
import { ExtensionStates } from './extension-states.js';
import { FloorStates } from './floor-states.js';
import { ModelStates } from './model-states.js';

/**
 * Assembles the office's state from memory without reading the store: every part is derived once
 * after a change, so the cost does not depend on the history.
 */
@Injectable()
export class OfficeStateService {
  private readonly startedAt: number;

  constructor(
    private readonly settings: SettingsProjection,
    private readonly floors: FloorStates,
    private readonly models: ModelStates,
    private readonly extensions: ExtensionStates,
    private readonly approvals: PendingApprovals,
    clock: Clock,
  ) {
    this.startedAt = clock.now();
  }

  /** The present state; immutable. */
  current(): OfficeState {
    return boundState({
      settings: this.settings.current(),
      ...this.floors.current(),
      ...this.models.current(),
      ...this.extensions.current(),
      approvals: this.approvals.list(),
      version: serviceVersion,
      startedAt: this.startedAt,
    });
  }
}

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
