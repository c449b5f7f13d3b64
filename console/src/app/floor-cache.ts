import { OfficeRefusal } from '#client/errors.js';
import { backOffMs } from '#client/socket/back-off.js';
import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';

/** Time for which an answer counts as current, ms. */
const currentMs = 60_000;

type Load = (id: string) => Promise<OrganisationDetail>;

/** Floors that are not shown, each loaded at most once per interval. */
export class FloorCache {
  private known: ReadonlyMap<string, OrganisationDetail> = new Map();
  private readonly askedAt = new Map<string, number>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly load: Load,
    private readonly clock: () => number = Date.now,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Those that were loaded, by id; another map after each load. */
  readonly all = (): ReadonlyMap<string, OrganisationDetail> => this.known;

  get(id: string): OrganisationDetail | undefined {
    return this.known.get(id);
  }

  /**
   * Loads the floor unless that was done recently. A failed load keeps the earlier answer and is
   * repeated while somebody listens.
   */
  ask(id: string, attempt = 0): void {
    if (this.clock() - (this.askedAt.get(id) ?? -Infinity) < currentMs) return;
    this.askedAt.set(id, this.clock());
    this.load(id).then(
      (floor) => {
        this.known = new Map(this.known).set(id, floor);
        for (const listener of this.listeners) listener();
      },
      (error: unknown) => {
        this.askedAt.delete(id);
        if (error instanceof OfficeRefusal || this.listeners.size === 0) return;
        setTimeout(() => this.ask(id, attempt + 1), backOffMs(attempt, Math.random()));
      },
    );
  }
}
