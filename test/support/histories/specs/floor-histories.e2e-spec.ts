import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { workspaceTexts } from '#protocol/texts/workspaces.js';
import type { NamedFloor } from '../history.js';
import { firstFloors } from '../judge.js';
import { linearize } from '../linearizable.js';
import { type FloorOperation, floorsModel, unexplainedFloors } from '../models/floors-model.js';
import { type Done, ok, refused } from './done.js';
import { afterwards, madeBy } from './schedules.js';

const isOfFloors = (operations: readonly FloorOperation[]): string =>
  linearize(floorsModel(firstFloors, unexplainedFloors(firstFloors, operations)), operations).is;

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
