import { TooLateError } from '#platform/errors/office-error.js';
import { SimulatedClient } from './client.js';
import type { Outside } from './outside.js';
import { SimulatedReplica } from './replica.js';
import { submittedRun } from './worked-run.js';

/** A fleet under trouble: its replicas, and the clients that speak to them. */
export class SimulatedFleet {
  readonly submitted: string[] = [];
  readonly clients: SimulatedClient[] = [];
  private readonly replicas: (SimulatedReplica | null)[] = [];
  private starts = 0;

  constructor(private readonly outside: Outside) {}

  get live(): readonly SimulatedReplica[] {
    return this.replicas.filter((replica) => replica !== null);
  }

  get places(): number {
    return this.replicas.length;
  }

  start(place: number): void {
    if (this.replicas[place]) return;
    const { world, history } = this.outside;
    const name = `replica${place}.${++this.starts}`;
    const process = { name, alive: true, pausedUntil: 0, skewMs: 0 };
    const replica = new SimulatedReplica(this.outside, process);
    this.replicas[place] = replica;
    history.note('started', name);
    world.in(process, () => void replica.start());
  }

  kill(place: number): void {
    const replica = this.replicas[place];
    if (!replica) return;
    const { process } = replica;
    process.alive = false;
    this.replicas[place] = null;
    this.outside.history.note('killed', process.name);
    this.outside.store.forget(process);
    this.outside.redis.forget(process);
    for (const client of this.clients) client.leaveIf(replica);
  }

  pause(ms: number): void {
    const { world, history } = this.outside;
    const { process } = world.random.pick(this.live);
    process.pausedUntil = world.time + ms;
    history.note('paused', process.name, { ms });
  }

  jump(ms: number): void {
    const { world, history } = this.outside;
    const { process } = world.random.pick(this.live);
    process.skewMs += ms;
    history.note('clock set', process.name, { ms });
  }

  /** One more client, or one of those that are there, connects. */
  connect(): void {
    const { world } = this.outside;
    const isNew = this.clients.length === 0 || world.random.chance(0.3);
    if (isNew) {
      const since = world.random.between(0, this.lastSeq());
      this.clients.push(new SimulatedClient(this.outside, `client${this.clients.length}`, since));
    }
    this.reconnect(
      isNew ? (this.clients.at(-1) as SimulatedClient) : world.random.pick(this.clients),
    );
  }

  reconnect(client: SimulatedClient): void {
    const replica = this.outside.world.random.pick(this.live);
    this.outside.world.in(replica.process, () => void client.connect(replica));
  }

  submit(): void {
    const { world } = this.outside;
    const id = `run${this.submitted.length}`;
    this.submitted.push(id);
    const rounds = world.random.between(1, 5);
    this.ask('submit', id, (replica) =>
      replica.transactions.run(async (tx) => {
        const run = submittedRun(id, rounds, replica.clock.now());
        await replica.runs.insert(tx, run, false);
        await replica.leases.create(tx, id);
        tx.publish({ type: 'run.created', run });
      }),
    );
  }

  cancel(): void {
    if (this.submitted.length === 0) return;
    const id = this.outside.world.random.pick(this.submitted);
    this.ask('cancel', id, (replica) =>
      replica.transactions.run(async (tx) => {
        await replica.leases.wake(tx, id);
        if (!(await replica.runs.requestCancel(tx, id, replica.clock.now()))) {
          throw new TooLateError('it is over');
        }
        tx.publish({ type: 'internal.run.cancel-requested', runId: id });
        await replica.approvals.refuseOfRun(tx, id);
      }),
    );
  }

  /** One person, or two with different answers, decide one of the approvals ever asked. */
  decide(people: number, among: 'pending' | 'any'): void {
    const { world, store } = this.outside;
    const where = among === 'pending' ? " WHERE status = 'pending'" : '';
    const rows = store.rows(`SELECT id FROM approvals${where} ORDER BY id`);
    if (rows.length === 0) return;
    const id = String(world.random.pick(rows)['id']);
    for (let person = 0; person < people; person += 1) {
      const approved = people === 2 ? person === 0 : world.random.chance(0.7);
      const decision = { approved, reason: null };
      this.ask(approved ? 'approve' : 'reject', id, async ({ approvals }) => {
        await approvals.decide(id, decision);
      });
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
    const work = async (): Promise<void> => {
      try {
        await act(replica);
        answer('yes');
      } catch (thrown) {
        answer(thrown instanceof TooLateError ? 'too late' : 'not stored');
      }
    };
    world.after(world.random.between(0, 20), () => void work(), process);
  }

  private lastSeq(): number {
    return Number(this.outside.store.rows('SELECT last FROM event_counter')[0]?.['last'] ?? 0);
  }
}
