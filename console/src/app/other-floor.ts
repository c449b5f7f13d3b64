import type { Office } from '#client/office.js';
import { backOffMs } from '#client/socket/back-off.js';
import { applyEvent } from '#client/state/apply-event.js';
import type { ServerEvent } from '#protocol/events.js';
import type { OfficeState } from '#protocol/records/office.js';
import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';
import type { Run } from '#protocol/records/work.js';
import { isFinal } from '#protocol/rules/run-status.js';

/** Pause before the floor is read again, so that several reasons share one request, ms. */
const reloadMs = 100;
/** The latest runs of the floor. */
const runsRead = 100;

/** The parts of the state that belong to one floor. */
const floorParts = [
  'activeWorkspaceId',
  'company',
  'departments',
  'roles',
  'employees',
  'skillIds',
  'budget',
  'style',
  'floor',
  'pipelines',
  'runs',
  'activeRunIds',
  'routingPosture',
] as const satisfies readonly (keyof OfficeState)[];

export type FloorParts = Pick<OfficeState, (typeof floorParts)[number]>;

/** The parts of the floor that a state shows. */
export function floorPartsOf(state: OfficeState): FloorParts {
  return Object.fromEntries(floorParts.map((name) => [name, state[name]])) as FloorParts;
}

/** The parts of a floor as the service's reads give them. */
export function floorPartsFrom(detail: OrganisationDetail, runs: readonly Run[]): FloorParts {
  const { id, company, departments, roles, employees, skillIds, budget, style } = detail;
  const { floorState, pipelines, routingPosture } = detail;
  return {
    activeWorkspaceId: id,
    company,
    departments,
    roles,
    employees,
    skillIds,
    budget,
    style,
    floor: floorState,
    pipelines,
    runs,
    activeRunIds: runs.filter(({ status }) => !isFinal(status)).map((run) => run.id),
    routingPosture,
  };
}

/** The parts after an event; events of other floors change nothing. */
export function floorPartsAfter(
  shared: OfficeState,
  parts: FloorParts,
  event: ServerEvent,
): FloorParts {
  // These events carry the state of the shared floor.
  if (event.type === 'hello' || event.type === 'office.updated') return parts;
  const before = { ...shared, ...parts };
  const after = applyEvent(before, event);
  return after === before ? parts : floorPartsOf(after);
}

/** A floor that this tab shows while the shared floor is another one. */
export class OtherFloor {
  private asking = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Until a read that failed is repeated. */
  private again: ReturnType<typeof setTimeout> | undefined;
  /** Reads that failed one after the other. */
  private failed = 0;
  /** Events since the request, which the answer may lack; null while nothing is requested. */
  private since: ServerEvent[] | null = null;
  private readonly stops: readonly (() => void)[];

  /** @param parts parts of the floor, if known; null: nothing is shown until they are read */
  constructor(
    private readonly office: Office,
    readonly id: string,
    private parts: FloorParts | null,
    private readonly onChange: () => void,
  ) {
    this.stops = [
      office.onGap(() => this.reloadLater()),
      office.onStatus(({ phase }) => phase === 'online' && this.reloadLater()),
    ];
    void this.load();
  }

  /** The state of the office with this floor in place of the shared one; null until it was read. */
  state(): OfficeState | null {
    return this.parts === null ? null : { ...this.office.state, ...this.parts };
  }

  take(event: ServerEvent): void {
    this.since?.push(event);
    if (changesFloor(event, this.id)) this.reloadLater();
    if (this.parts === null) return;
    const after = floorPartsAfter(this.office.state, this.parts, event);
    if (after !== this.parts) this.show(after);
  }

  close(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.timer);
    clearTimeout(this.again);
    this.asking.abort();
  }

  private show(parts: FloorParts): void {
    this.parts = parts;
    this.onChange();
  }

  private reloadLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.load();
    }, reloadMs);
  }

  private async load(): Promise<void> {
    clearTimeout(this.again);
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    const since: ServerEvent[] = (this.since = []);
    const { http } = this.office;
    try {
      const [detail, runs] = await Promise.all([
        http.workspace(this.id, { signal }),
        http.runs({ workspaceId: this.id, limit: runsRead }, { signal }),
      ]);
      if (signal.aborted) return;
      const read = floorPartsFrom(detail, runs);
      const { state } = this.office;
      this.since = null;
      this.failed = 0;
      this.show(since.reduce((parts, event) => floorPartsAfter(state, parts, event), read));
    } catch {
      if (signal.aborted) return;
      // A removed floor also leaves the list, which closes this.
      this.since = null;
      this.again = setTimeout(() => void this.load(), backOffMs(this.failed++, Math.random()));
    }
  }
}

/** True if the floor changed in parts that the event does not carry. */
function changesFloor(event: ServerEvent, id: string): boolean {
  if (event.type === 'org.updated') return event.workspaceId === id;
  return event.type === 'office.updated' || event.type === 'plugins.updated';
}
