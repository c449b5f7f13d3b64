import { TooLateError } from '#platform/errors/office-error.js';
import { messageOf } from '#platform/errors/error-text.js';
import type { Run } from '#protocol/records/work.js';
import { SimulatedClient } from './client.js';
import { People } from './clients/people.js';
import { newerJournal } from './newer-version.js';
import type { Outside } from './outside.js';
import { SimulatedReplica } from './replica.js';
import { briefOfRetry, submittedRun } from './simulated-run.js';
import type { SimulatedProcess } from './world.js';

/** By so much may the number of a client be beyond the last one. */
const mostBeyond = 30;

/** A fleet under trouble: its replicas, and the clients that speak to them. */
export class SimulatedFleet {
  readonly submitted: string[] = [];
  readonly clients: SimulatedClient[] = [];
  private readonly replicas: (SimulatedReplica | null)[] = [];
  private readonly people: People;
  private readonly upgraded = new Set<number>();
  private starts = 0;
  private instructions = 0;
  private readonly unanswered = new Set<{ readonly process: SimulatedProcess }>();

  constructor(private readonly outside: Outside) {
    this.people = new People(outside);
  }

  get live(): readonly SimulatedReplica[] {
    return this.replicas.filter((replica) => replica !== null);
  }

  /** True if whoever was to answer or to stop has done so, or has ended. */
  get hasAnswered(): boolean {
    return [...this.unanswered].every(({ process }) => !process.alive);
  }

  get places(): number {
    return this.replicas.length;
  }

  start(place: number): void {
    if (this.replicas[place]) return;
    const { world, history } = this.outside;
    const name = `replica${place}.${++this.starts}`;
    const isNewer = this.upgraded.has(place);
    const process = { name, alive: true, isNewer, pausedUntil: 0, skewMs: 0 };
    const replica = new SimulatedReplica(this.outside, process);
    this.replicas[place] = replica;
    history.note('started', name, { isNewer });
    world.in(process, () => void replica.start());
  }

  upgrade(place: number): void {
    this.upgraded.add(place);
  }

  /** An orderly shutdown: its clients leave, its runs are handed over, and then it ends. */
  stop(place: number): void {
    const replica = this.take(place);
    if (replica === null) return;
    this.outside.history.note('stops', replica.process.name);
    this.unanswered.add(replica);
    const end = (): void => this.end(replica);
    this.outside.world.in(replica.process, () => void replica.work.stop().then(end, end));
  }

  kill(place: number): void {
    const replica = this.take(place);
    if (replica !== null) this.end(replica);
  }

  /** From now on nobody speaks to it. */
  private take(place: number): SimulatedReplica | null {
    const replica = this.replicas[place] ?? null;
    this.replicas[place] = null;
    if (replica === null) return null;
    for (const client of this.clients) if (client.servedBy === replica) client.cut();
    return replica;
  }

  private end({ process }: SimulatedReplica): void {
    process.alive = false;
    this.outside.history.note('killed', process.name);
    this.outside.store.forget(process);
    this.outside.redis.forget(process);
  }

  pause(ms: number): void {
    const { world, history } = this.outside;
    const { process } = world.random.pick(this.live);
    // A paused process would keep the only connection; on a server it keeps but a few rows.
    this.outside.store.outsideOf(process, () => {
      process.pausedUntil = world.time + ms;
      history.note('paused', process.name, { ms });
    });
  }

  /** When the last pause of a replica or client ends, ms since the beginning. */
  get pausedUntil(): number {
    const { live, clients } = this;
    const stalls = clients.map(({ stalledUntil }) => stalledUntil);
    return Math.max(0, ...live.map(({ process }) => process.pausedUntil), ...stalls);
  }

  /** Perhaps whoever is paused goes on at once; silent connections end, or their clients find out. */
  goOn(): void {
    const { random } = this.outside.world;
    if (random.chance(0.3)) for (const { process } of this.live) process.pausedUntil = 0;
    if (random.chance(0.8)) for (const client of this.clients) client.tellSilence();
  }

  jump(ms: number): void {
    const { world, history } = this.outside;
    const { process } = world.random.pick(this.live);
    process.skewMs += ms;
    history.note('clock set', process.name, { ms });
  }

  /** One more client comes, with any number or none. */
  connect(): void {
    const { world, store } = this.outside;
    const { random } = world;
    const last = store.lastNumber + (random.chance(0.1) ? mostBeyond : 0);
    const since = random.chance(0.3) ? null : random.between(0, last);
    const reach = (): SimulatedReplica | null => {
      const { live } = this;
      return live.length === 0 ? null : random.pick(live);
    };
    const name = `client${this.clients.length}`;
    const asksForStates = this.clients.length % 3 === 1;
    this.clients.push(new SimulatedClient(this.outside, name, reach, since, asksForStates));
  }

  /** The connection of a client ends, or falls silent. */
  disconnect(): void {
    const { random } = this.outside.world;
    if (this.clients.length === 0) return;
    const client = random.pick(this.clients);
    if (random.chance(0.7)) client.cut();
    else client.fallSilent();
  }

  /** A client reads nothing for a while. */
  stall(ms: number): void {
    const { world } = this.outside;
    if (this.clients.length > 0) world.random.pick(this.clients).stall(world.time + ms);
  }

  /** Somebody changes settings or floors, and somebody reads them. */
  change(people: number): void {
    const { random } = this.outside.world;
    if (this.clients.length === 0) return;
    for (let person = 0; person < people; person += 1) {
      const client = random.pick(this.clients);
      this.people.change(client);
      if (random.chance(0.4)) this.loseAnswer(client);
    }
    this.read();
  }

  /** The connection of a client ends about when its answer is due. */
  private loseAnswer(client: SimulatedClient): void {
    const { world } = this.outside;
    world.after(world.random.between(0, 120), () => client.cut(), null);
  }

  read(): void {
    const { world } = this.outside;
    const isHere = ({ doors, process }: SimulatedReplica): boolean =>
      doors.isOpen && process.pausedUntil <= world.time;
    const open = this.live.filter(isHere);
    if (open.length === 0) return;
    const { process, doors } = world.random.pick(open);
    this.people.read(process.name, doors);
  }

  submit(): void {
    const { world, plan } = this.outside;
    const { random } = world;
    const id = `run${this.submitted.length}`;
    this.submitted.push(id);
    this.begin('submit', id, id, (replica) =>
      replica.work.submissions.begin(async () =>
        submittedRun(id, plan.work, { random, at: replica.clock.now() }),
      ),
    );
  }

  steer(): void {
    const runId = this.anyRun();
    if (runId === null) return;
    const text = `steer${++this.instructions}`;
    this.ask('steer', `${runId}/${text}`, ({ work }) => work.steering.steer(runId, { text }));
  }

  retry(): void {
    const runId = this.anyRun();
    if (runId === null) return;
    const retry = ({ work }: SimulatedReplica) => work.retries.retry(runId, undefined);
    this.begin('retry', runId, briefOfRetry(runId), retry);
  }

  /** A request that makes one run with this brief. */
  private begin(
    what: 'submit' | 'retry',
    id: string,
    brief: string,
    act: (replica: SimulatedReplica) => Promise<Run>,
  ): void {
    const { recorder } = this.outside.history;
    const asked = {
      client: 'submitter',
      replica: 'any',
      kind: 'submit',
      input: { brief },
    } as const;
    const answered = recorder.begin(asked);
    this.ask(what, id, async (replica) => {
      try {
        const { id: run } = await act(replica);
        answered({ ok: true, value: { run } });
      } catch (thrown) {
        answered({ ok: false, error: messageOf(thrown) });
        throw thrown;
      }
    });
  }

  /** One of all runs that are stored. */
  private anyRun(where = ''): string | null {
    const ids = this.outside.store.ids(`runs${where}`);
    return ids.length === 0 ? null : this.outside.world.random.pick(ids);
  }

  cancel(): void {
    // Not promised where an older replica may end a run whose journal it cannot read.
    const id = this.anyRun(` WHERE journal_version < ${newerJournal}`);
    if (id === null) return;
    this.ask('cancel', id, ({ work }) => work.cancellations.cancel(id));
  }

  /** One person, or two with different answers, decide one of the approvals ever asked. */
  decide(people: number, among: 'pending' | 'any'): void {
    const { world, store } = this.outside;
    const where = among === 'pending' ? " WHERE status = 'pending'" : '';
    const ids = store.ids(`approvals${where}`);
    if (ids.length === 0) return;
    const id = world.random.pick(ids);
    for (let person = 0; person < people; person += 1) {
      const approved = people === 2 ? person === 0 : world.random.chance(0.7);
      const client = this.clients.length === 0 ? undefined : world.random.pick(this.clients);
      if (client !== undefined && world.random.chance(0.5)) {
        this.people.decide(client, id, approved);
        continue;
      }
      this.people.decideAt(world.random.pick(this.live), id, approved);
    }
  }

  /** A request to some replica; what it answers is noted, unless the replica ends before. */
  private ask(
    what: string,
    id: string,
    act: (replica: SimulatedReplica) => Promise<unknown>,
  ): void {
    const { world, history } = this.outside;
    const replica = world.random.pick(this.live);
    const { process } = replica;
    const answer = (text: string) => history.note('answered', process.name, { what, id, text });
    history.note('asked', process.name, { what, id });
    const request = { process };
    this.unanswered.add(request);
    const work = async (): Promise<void> => {
      try {
        await act(replica);
        answer('yes');
      } catch (thrown) {
        answer(thrown instanceof TooLateError ? 'too late' : 'not stored');
      }
      this.unanswered.delete(request);
    };
    world.after(world.random.between(0, 20), () => void work(), process);
  }
}
