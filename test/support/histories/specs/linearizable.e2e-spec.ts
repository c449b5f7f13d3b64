import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runTexts } from '#protocol/texts/runs.js';
import { settingsTexts } from '#protocol/texts/settings.js';
import { workspaceTexts } from '#protocol/texts/workspaces.js';
import type {
  NamedFloor,
  OperationKind,
  OperationKinds,
  OperationOf,
  Settings,
} from '../history.js';
import { firstFloors } from '../judge.js';
import { linearize } from '../linearizable.js';
import { approvalModel, type ApprovalOperation } from '../models/approval-model.js';
import { type FloorOperation, floorsModel, unexplainedFloors } from '../models/floors-model.js';
import { settingsModel, type SettingsOperation } from '../models/settings-model.js';
import { afterwards, madeBy } from './schedules.js';

type Done<O extends OperationOf<OperationKind>> = Pick<O, 'kind' | 'input' | 'answer'>;

const ok = <K extends OperationKind>(
  kind: K,
  input: OperationKinds[K]['input'],
  value: OperationKinds[K]['value'],
): never => ({ kind, input, answer: { ok: true, value } }) as never;
const refused = <K extends OperationKind>(
  kind: K,
  input: OperationKinds[K]['input'],
  error: string,
): never => ({ kind, input, answer: { ok: false, error } }) as never;

const soft = (value: number): Settings => ({ softSpendApprovalUsd: value });
const wrote = (value: number): never => ok('settings.write', { patch: soft(value) }, soft(value));
const read = (value: number): never => ok('settings.read', {}, soft(value));

const isOfApproval = (operations: readonly ApprovalOperation[]): string =>
  linearize(approvalModel('a'), operations).is;
const isOfSettings = (operations: readonly SettingsOperation[]): string =>
  linearize(settingsModel, operations).is;
const isOfFloors = (operations: readonly FloorOperation[]): string =>
  linearize(floorsModel(firstFloors, unexplainedFloors(firstFloors, operations)), operations).is;

describe('an approval in a history', () => {
  const tooLate = runTexts.approvalNotPending('a');
  /** Null reads. */
  const asked = fc.constantFrom(true, false, null);
  const real = () => {
    let decided: boolean | null = null;
    const status = () =>
      decided === null ? 'pending' : decided ? ('approved' as const) : ('rejected' as const);
    return (approved: boolean | null): Done<ApprovalOperation> => {
      if (approved === null) return ok('approval.read', { approval: 'a' }, { status: status() });
      const input = { approval: 'a', approved };
      if (decided !== null) return refused('approve', input, tooLate);
      decided = approved;
      return ok('approve', input, { status: status() });
    };
  };
  const histories = madeBy<ApprovalOperation['kind'], boolean | null>(asked, real);
  const given = histories as fc.Arbitrary<readonly ApprovalOperation[]>;

  it('passes whatever one row can answer', () => {
    fc.assert(
      fc.property(given, (operations) => {
        expect(isOfApproval(operations)).toBe('linearizable');
      }),
    );
  });

  it.each<[string, readonly Done<ApprovalOperation>[]]>([
    [
      'it is decided twice',
      [
        ok('approve', { approval: 'a', approved: true }, { status: 'approved' }),
        ok('approve', { approval: 'a', approved: true }, { status: 'approved' }),
      ],
    ],
    [
      'a yes becomes a no',
      [
        ok('approval.read', { approval: 'a' }, { status: 'approved' }),
        ok('approval.read', { approval: 'a' }, { status: 'rejected' }),
      ],
    ],
    [
      'it is open again',
      [
        refused('approve', { approval: 'a', approved: true }, tooLate),
        ok('approval.read', { approval: 'a' }, { status: 'pending' }),
      ],
    ],
    ['a refusal has other words', [refused('approve', { approval: 'a', approved: true }, 'No.')]],
  ])('fails where %s', (_, more) => {
    fc.assert(
      fc.property(given, (operations) => {
        const all = afterwards(operations as never, ...(more as never[]));
        expect(isOfApproval(all as never)).toBe('impossible');
      }),
    );
  });

  it('answers each item once, and is approved if any is', () => {
    const model = approvalModel('a', ['one', 'two']);
    const answer = (item: string, approved: boolean, status: 'pending' | 'approved') =>
      ok(
        'approve',
        { approval: 'a', approved: null, items: { [item]: approved } },
        { status, items: item === 'one' ? { one: approved } : { one: true, two: approved } },
      );
    const first = answer('one', true, 'pending');
    const isSo = (...more: never[]): string =>
      linearize(model, afterwards([], ...more) as never).is;
    expect(isSo(first, answer('two', false, 'approved'))).toBe('linearizable');
    expect(isSo(first, first)).toBe('impossible');
    const again = { approval: 'a', approved: null, items: { one: true } };
    expect(isSo(first, refused('approve', again, runTexts.approvalItemDecided('a', 'one')))).toBe(
      'linearizable',
    );
  });
});

describe('settings in a history', () => {
  const patch: fc.Arbitrary<Settings | null> = fc.option(
    fc.record(
      {
        maxConcurrency: fc.integer({ min: 1, max: 18 }),
        autoApproveShell: fc.boolean(),
        disabledModelIds: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  );
  const real = () => {
    let all: Settings = { maxConcurrency: 4, autoApproveShell: false, disabledModelIds: [] };
    return (given: Settings | null): Done<SettingsOperation> => {
      if (given === null) return ok('settings.read', {}, all);
      if ((given.maxConcurrency ?? 1) > 16) {
        return refused('settings.write', { patch: given }, settingsTexts.concurrency);
      }
      all = { ...all, ...given };
      return ok('settings.write', { patch: given }, all);
    };
  };
  const given = madeBy<SettingsOperation['kind'], Settings | null>(patch, real) as fc.Arbitrary<
    readonly SettingsOperation[]
  >;

  it('pass whatever one row can answer', () => {
    fc.assert(
      fc.property(given, (operations) => {
        expect(isOfSettings(operations)).toBe('linearizable');
      }),
    );
  });

  it.each<[string, readonly never[]]>([
    ['a write is lost', [wrote(1), wrote(2), read(1)]],
    ['a read is stale after a newer one', [wrote(1), wrote(2), read(2), read(1)]],
    [
      'half of a write shows',
      [
        ok('settings.write', { patch: { softSpendApprovalUsd: 1, approvalTimeoutMs: 1000 } }, {}),
        ok('settings.write', { patch: { softSpendApprovalUsd: 2, approvalTimeoutMs: 2000 } }, {}),
        ok('settings.read', {}, { softSpendApprovalUsd: 2, approvalTimeoutMs: 1000 }),
      ],
    ],
    ['a value comes from nowhere', [wrote(1), read(7)]],
    [
      'a refused write shows',
      [wrote(1), refused('settings.write', { patch: { softSpendApprovalUsd: 2 } }, 'No.'), read(2)],
    ],
  ])('fail where %s', (_, more) => {
    fc.assert(
      fc.property(given, (operations) => {
        expect(isOfSettings(afterwards(operations as never, ...more) as never)).toBe('impossible');
      }),
    );
  });

  it('let a replica show what is older, but neither go back nor forget its own answers', () => {
    const at = (place: number, replica: string, each: never, shown?: true): SettingsOperation => ({
      ...(afterwards<SettingsOperation['kind']>([], each)[0]! as SettingsOperation),
      replica,
      invoked: place * 10,
      answered: place * 10 + 5,
      ...(shown && { shown }),
    });
    const written = [at(0, 'one', read(0)), at(1, 'one', wrote(1)), at(2, 'one', wrote(2))];
    const is = (...reads: SettingsOperation[]): string => isOfSettings([...written, ...reads]);
    expect(is(at(3, 'two', read(1), true), at(4, 'two', read(2), true))).toBe('linearizable');
    expect(is(at(3, 'two', read(2), true), at(4, 'two', read(1), true))).toBe('impossible');
    expect(is(at(3, 'one', read(1), true))).toBe('impossible');
    expect(is(at(3, 'two', read(1)))).toBe('impossible');
  });
});

describe('floors in a history', () => {
  type Asked =
    | { readonly do: 'open' | 'read' }
    | { readonly do: 'rename' | 'close' | 'select'; readonly floor: string };
  const floor = fc.constantFrom('default', 'a-0', 'a-1', 'a-2', 'a-3');
  const given = fc.oneof(
    fc.record({ do: fc.constantFrom('open', 'read') }),
    fc.record({ do: fc.constantFrom('rename', 'close', 'select'), floor }),
  ) as fc.Arbitrary<Asked>;
  const real = () => {
    const open = new Map([['default', 'Default project']]);
    let active = 'default';
    let given = 0;
    const list = (): readonly NamedFloor[] => [...open].map(([id, name]) => ({ floor: id, name }));
    return (asked: Asked): Done<FloorOperation> => {
      if (asked.do === 'read') return ok('floor.read', {}, { floors: list(), active });
      if (asked.do === 'open') {
        const id = `a-${given}`;
        open.set(id, `Floor ${given}`);
        given += 1;
        return ok(
          'floor.open',
          { name: ` Floor ${given - 1}` },
          { floor: id, name: `Floor ${given - 1}` },
        );
      }
      const { floor: id } = asked as Exclude<Asked, { do: 'open' | 'read' }>;
      const unknown = workspaceTexts.noWorkspace(id);
      if (asked.do === 'rename') {
        if (!open.has(id)) return refused('floor.rename', { floor: id, name: 'New' }, unknown);
        open.set(id, 'New');
        return ok('floor.rename', { floor: id, name: 'New' }, { floor: id, name: 'New' });
      }
      if (asked.do === 'select') {
        if (!open.has(id)) {
          return refused('floor.select', { floor: id }, workspaceTexts.noWorkspaceToSelect(id));
        }
        active = id;
        return ok('floor.select', { floor: id }, {});
      }
      if (!open.has(id)) return refused('floor.close', { floor: id }, unknown);
      if (id === 'default')
        return refused('floor.close', { floor: id }, workspaceTexts.defaultStays);
      open.delete(id);
      if (active === id) active = 'default';
      return ok('floor.close', { floor: id }, {});
    };
  };
  const histories = madeBy<FloorOperation['kind'], Asked>(given, real) as fc.Arbitrary<
    readonly FloorOperation[]
  >;
  const opened = ok('floor.open', { name: 'Garden' }, { floor: 'garden', name: 'Garden' });
  const closed = ok('floor.close', { floor: 'garden' }, {});

  it('pass where what would change nothing at first changes something later', () => {
    const select = (floor: string) => ok('floor.select', { floor }, {});
    const garden = { floor: 'garden', name: 'Garden' };
    const read = ok(
      'floor.read',
      {},
      { floors: [...firstFloors.floors, garden], active: 'default' },
    );
    const made = afterwards([], opened, select('garden'), select('default'), read);
    const [, { invoked }] = made as unknown as readonly [unknown, FloorOperation];
    const atOnce = made.map((each, place) => (place === 2 ? { ...each, invoked } : each));
    expect(isOfFloors(atOnce as readonly FloorOperation[])).toBe('linearizable');
  });

  it('pass whatever one list can answer', () => {
    fc.assert(
      fc.property(histories, (operations) => {
        expect(isOfFloors(operations)).toBe('linearizable');
      }),
    );
  });

  it.each<[string, readonly never[]]>([
    [
      'a closed one is renamed',
      [
        opened,
        closed,
        ok('floor.rename', { floor: 'garden', name: 'G' }, { floor: 'garden', name: 'G' }),
      ],
    ],
    ['a closed one is selected', [opened, closed, ok('floor.select', { floor: 'garden' }, {})]],
    ['the id of a closed one is given again', [opened, closed, opened]],
    ['an id is given twice', [opened, opened]],
    [
      'an open one is not found',
      [opened, refused('floor.close', { floor: 'garden' }, workspaceTexts.noWorkspace('garden'))],
    ],
    ['the default one is closed', [ok('floor.close', { floor: 'default' }, {})]],
    ['a list has forgotten one', [opened, ok('floor.read', {}, { floors: [] })]],
    [
      'a closed one is still shown',
      [
        opened,
        ok('floor.select', { floor: 'garden' }, {}),
        closed,
        ok('floor.rename', { name: 'X' }, { floor: 'garden', name: 'X' }),
      ],
    ],
  ])('fail where %s', (_, more) => {
    fc.assert(
      fc.property(histories, (operations) => {
        expect(isOfFloors(afterwards(operations as never, ...more) as never)).toBe('impossible');
      }),
    );
  });
});
