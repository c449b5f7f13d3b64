import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';

/** Time for which an answer counts as current, ms. */
const currentMs = 60_000;

type Load = (id: string) => Promise<OrganisationDetail>;

/** Floors that are not shown, each loaded at most once per interval. */
export class FloorCache {
  private readonly known = new Map<string, OrganisationDetail>();
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

  get(id: string): OrganisationDetail | undefined {
    return this.known.get(id);
  }

  /** Loads the floor unless that was done recently. A failed load keeps the earlier answer. */
  ask(id: string): void {
    if (this.clock() - (this.askedAt.get(id) ?? -Infinity) < currentMs) return;
    this.askedAt.set(id, this.clock());
    this.load(id).then(
      (floor) => {
        this.known.set(id, floor);
        for (const listener of this.listeners) listener();
      },
      () => this.askedAt.delete(id),
    );
  }
}
