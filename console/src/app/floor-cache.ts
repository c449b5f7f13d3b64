import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';

/** How long an answer is taken for current, ms. */
const currentMs = 60_000;

type Load = (id: string) => Promise<OrganisationDetail>;

/** Floors other than the one that is shown, each asked for once in a while. */
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

  /** Asks for the floor unless that was done a moment ago. A floor that fails keeps what was known. */
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
