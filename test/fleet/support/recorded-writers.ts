import { pause } from '#platform/process/pause.js';
import type { OfficeSettings } from '#protocol/records/office.js';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import type { HistoryRecorder } from '../../support/histories/history-recorder.js';
import type { OperationKind, OperationKinds, Settings } from '../../support/histories/history.js';
import { recordedCall, type RecordedCall } from '../../support/histories/recorded-call.js';
import type { Replica } from './fleet-of-processes.js';

interface Written {
  readonly recorder: HistoryRecorder;
  readonly any: () => Replica;
  readonly random: () => number;
  /** Between two operations of a client. */
  readonly restMs: number;
}

/** What nothing that the runs of a campaign do depends on. */
const writtenSettings = [
  'approvalTimeoutMs',
  'allowExternalWorkspaces',
  'disabledModelIds',
] as const;

/** Floors that are open at once, at most, besides the first. */
const mostFloors = 3;

/** Clients that change and read settings and floors of a fleet at once, each at any replica. */
export class RecordedWriters {
  /** Floors that were opened and that nobody was told to be closed. */
  private readonly floors = new Set<string>();
  private number = 0;
  private isOver = false;

  constructor(private readonly written: Written) {}

  /** Resolves when everybody has their last answer. */
  async run(): Promise<void> {
    await Promise.all([
      this.client('writer 1', () => this.settings()),
      this.client('writer 2', () => this.settings()),
      this.client('builder 1', () => this.floor()),
      this.client('builder 2', () => this.floor()),
    ]);
  }

  stop(): void {
    this.isOver = true;
  }

  private async client(name: string, choose: () => Asked): Promise<void> {
    while (!this.isOver) {
      const { life, client } = this.written.any();
      const { asked, told } = choose();
      const place = { client: name, replica: `process ${life.pid}` };
      const answer = await recordedCall(this.written.recorder, client, { ...place, ...asked });
      if (answer !== null) told(answer as never);
      await pause(this.written.restMs);
    }
  }

  private settings(): Asked {
    this.number += 1;
    const { number } = this;
    switch (Math.floor(this.written.random() * 4)) {
      case 0:
        return asking({
          kind: 'settings.read',
          input: {},
          method: 'GET',
          path,
          answer: shown,
          shown: true,
        });
      // A change of nothing answers what the row has.
      case 1:
        return asking({
          kind: 'settings.read',
          input: {},
          method: 'POST',
          path,
          body: {},
          answer: shown,
        });
      case 2:
        return this.write({ approvalTimeoutMs: 3_600_000 + number });
      default:
        return this.write({
          approvalTimeoutMs: 3_600_000 + number,
          allowExternalWorkspaces: number % 2 === 0,
          disabledModelIds: [`none-${number}`],
        });
    }
  }

  private write(patch: Settings): Asked {
    const asked = { kind: 'settings.write', input: { patch }, method: 'POST', path } as const;
    return asking({ ...asked, body: patch, answer: shown });
  }

  private floor(): Asked {
    const { random } = this.written;
    const choice = Math.floor(random() * 6);
    const known = [...this.floors];
    const floor = known[Math.floor(random() * known.length)];
    this.number += 1;
    const name = `Garden ${this.number}`;
    if (floor === undefined || (choice === 0 && known.length < mostFloors)) return this.open(name);
    switch (choice) {
      case 1:
        return this.close(floor);
      case 2:
        return asking({
          kind: 'floor.read',
          input: {},
          method: 'GET',
          path: floorsPath,
          shown: true,
          answer: (floors: readonly WorkspaceSummary[]) => ({ floors: floors.map(namedFloor) }),
        });
      default:
        return asking({
          kind: 'floor.rename',
          input: { floor, name },
          method: 'PUT',
          path: `${floorsPath}/${floor}`,
          body: { name },
          answer: namedFloor,
        });
    }
  }

  private open(name: string): Asked {
    const asked = {
      kind: 'floor.open',
      input: { name },
      method: 'POST',
      path: floorsPath,
    } as const;
    return asking({ ...asked, body: { name }, answer: namedFloor }, ({ floor }) =>
      this.floors.add(floor),
    );
  }

  private close(floor: string): Asked {
    // Somebody else may rename it or close it meanwhile.
    if (this.number % 2 === 0) this.floors.delete(floor);
    const asked = { kind: 'floor.close', input: { floor }, method: 'DELETE' } as const;
    return asking({ ...asked, path: `${floorsPath}/${floor}`, answer: () => ({}) }, () =>
      this.floors.delete(floor),
    );
  }
}

const path = '/api/settings';
const floorsPath = '/api/workspaces';

interface Asked {
  readonly asked: RecordedCall<OperationKind>;
  /** What a success answers. */
  readonly told: (value: never) => unknown;
}

function asking<K extends OperationKind>(
  asked: RecordedCall<K>,
  told: (value: OperationKinds[K]['value']) => unknown = () => undefined,
): Asked {
  return { asked, told };
}

function shown(settings: OfficeSettings): Settings {
  return Object.fromEntries(writtenSettings.map((name) => [name, settings[name]]));
}

function namedFloor({ id, name }: WorkspaceSummary): { floor: string; name: string } {
  return { floor: id, name };
}
