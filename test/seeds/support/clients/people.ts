import { isStoreFailure } from '#platform/database/store-failure.js';
import { messageOf } from '#platform/errors/error-text.js';
import type { Approval } from '#protocol/records/work.js';
import type { OfficeSettings } from '#protocol/records/office.js';
import type { NamedFloor, Settings } from '#test/support/histories/history.js';
import type { AskedCommand, SimulatedClient } from '../client.js';
import type { Outside } from '../outside.js';
import type { Random } from '../random.js';
import type { SimulatedReplica } from '../replica.js';
import type { ReplicaDoors } from './replica-doors.js';

/** Settings that people write; nothing that runs do depends on them. */
const writtenSettings = [
  ...(['approvalTimeoutMs', 'allowExternalWorkspaces', 'disabledModelIds'] as const),
] as const;

/** What people ask of the office, by clients or by reading from a replica. */
export class People {
  private number = 0;
  private persons = 0;

  constructor(private readonly outside: Outside) {}

  /** A change of settings or floors, by a command. */
  change(client: SimulatedClient): void {
    const { random } = this.outside.world;
    this.number += 1;
    if (random.chance(0.5)) client.ask(this.writeSettings(random));
    else this.changeFloor(client, random);
  }

  decide(client: SimulatedClient, approval: string, approved: boolean): void {
    client.ask({
      kind: 'approve',
      input: { approval, approved },
      command: { type: 'approve', approvalId: approval, approved },
      value: ({ status }: Approval) => ({ status }),
    });
  }

  /** A person decides without a command id, and again while the store fails. */
  decideAt(replica: SimulatedReplica, id: string, approved: boolean): void {
    const { world, history } = this.outside;
    const { process, approvals } = replica;
    const client = `person ${(this.persons += 1)}`;
    const input = { approval: id, approved };
    const asked = { client, replica: process.name, kind: 'approve', input } as const;
    const answered = history.recorder.begin(asked);
    const work = async (): Promise<void> => {
      try {
        const decide = () => approvals.decide(id, { approved, reason: null });
        const { status } = await replica.tried(decide, isStoreFailure);
        answered({ ok: true, value: { status } });
      } catch (thrown) {
        answered({ ok: false, error: messageOf(thrown) });
      }
    };
    world.after(world.random.between(0, 20), () => void work(), process);
  }

  /** Somebody reads settings and floors as a replica shows them. */
  read(replica: string, { objects }: ReplicaDoors): void {
    const { recorder } = this.outside.history;
    const asked = { client: 'reader', replica, shown: true, input: {} } as const;
    recorder.begin({ ...asked, kind: 'settings.read' })({
      ok: true,
      value: shown(objects.shownSettings.current()),
    });
    const floors = objects.shownFloors.list().map(namedFloor);
    const active = objects.shownFloors.active().id;
    recorder.begin({ ...asked, kind: 'floor.read' })({ ok: true, value: { floors, active } });
  }

  private writeSettings(random: Random): AskedCommand<'settings.write'> {
    const { number } = this;
    const patch: Settings = random.pick([
      { approvalTimeoutMs: 3_600_000 + number },
      { allowExternalWorkspaces: number % 2 === 0, disabledModelIds: [`none-${number}`] },
      { approvalTimeoutMs: 3_600_000 + number, disabledModelIds: [] },
      { approvalTimeoutMs: 5, allowExternalWorkspaces: number % 2 === 0 },
    ]);
    return {
      kind: 'settings.write',
      input: { patch },
      command: { type: 'updateSettings', patch },
      value: shown,
    };
  }

  private changeFloor(client: SimulatedClient, random: Random): void {
    const known = client.local.current?.workspaces ?? [];
    const name = `Garden ${this.number}`;
    const floor = known.length === 0 ? 'default' : random.pick(known).id;
    const named = { kind: 'floor.rename', input: { floor, name }, value: namedFloor } as const;
    const close = { kind: 'floor.close', input: { floor }, value: () => ({}) } as const;
    const select = { kind: 'floor.select', input: { floor }, value: () => ({}) } as const;
    const open = { kind: 'floor.open', input: { name }, value: namedFloor } as const;
    const kind = random.next();
    if (kind < 0.35) client.ask({ ...open, command: { type: 'createWorkspace', name } });
    else if (kind < 0.6) {
      const command = { type: 'setWorkspaceDetails', workspaceId: floor, name };
      client.ask({ ...named, command });
    } else if (kind < 0.8) {
      client.ask({ ...select, command: { type: 'selectWorkspace', workspaceId: floor } });
    } else client.ask({ ...close, command: { type: 'removeWorkspace', workspaceId: floor } });
  }
}

function shown(settings: OfficeSettings): Settings {
  return Object.fromEntries(writtenSettings.map((name) => [name, settings[name]]));
}

function namedFloor({ id, name }: { readonly id: string; readonly name: string }): NamedFloor {
  return { floor: id, name };
}
