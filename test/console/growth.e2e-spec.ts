import { describe, expect, it } from '@jest/globals';
import { busyPart } from '../../console/src/floor/busy-part.js';
import { coreRooms, standingPlaces } from '../../console/src/floor/core-plan.js';
import { deskFor, deskNames } from '../../console/src/floor/desk-names.js';
import { planFloor } from '../../console/src/floor/floor-plan.js';
import { letterSize, namesWithRoom, type NameTag } from '../../console/src/floor/name-room.js';
import { placesOf } from '../../console/src/floor/places.js';
import { viewOf } from '../../console/src/floor/view.js';
import { Walkways } from '../../console/src/floor/walk.js';
import { hiredWords, thereIsAlready } from '../../console/src/pages/people/hired-words.js';
import {
  harnessState,
  mcpServerState,
  providerState,
} from '../../console/src/pages/models/provider-state.js';
import { vendorTexts } from '../../src/protocol/texts/vendors.js';
import { shippedKit } from '../../src/workspaces/layout/kit.js';
import { growableKinds, planFloor as grow } from '../../src/workspaces/layout/plan-floor.js';

const modules = growableKinds(shippedKit);
const plan = planFloor({ layout: { blocks: grow(shippedKit, 7) }, modules });
const seatIds = [...plan.seats.keys()];

/** Sixty people on a floor that grew for them: the chairs of the meeting room are their seats. */
const people = seatIds.slice(0, 60).map((seatId, index) => ({
  id: `person-${index}`,
  roleId: `role-${index}`,
  seatId,
  status: index >= 40 && index < 44 ? ('working' as const) : ('idle' as const),
}));

describe('a floor of sixty people', () => {
  const debate = (participantRoleIds: readonly string[]) => ({
    stages: [
      { status: 'running', spec: { kind: 'debate', mode: 'debate' }, participantRoleIds } as const,
    ],
  });
  const isInMeetingRoom = ({ x, z }: { readonly x: number; readonly z: number }) => {
    const room = coreRooms.find(({ name }) => name === 'Meeting room');
    if (room === undefined) throw new Error('There is no meeting room.');
    return x > room.x && x < room.x + room.width && z > room.z && z < room.z + room.depth;
  };

  it('sends those who debate to a meeting room, on ways through doors, and back', () => {
    const before = placesOf(plan, people, []);
    const debaters = people.slice(40, 46);
    const during = placesOf(plan, people, [debate(debaters.map(({ roleId }) => roleId))]);
    const ways = new Walkways(plan);
    for (const { id } of debaters) {
      const [from, to] = [before.get(id), during.get(id)];
      if (from === undefined || to === undefined) throw new Error('nowhere');
      expect(to).not.toEqual(from);
      expect(ways.between(from, to).length).toBeGreaterThan(2);
      expect(ways.between(to, from).length).toBeGreaterThan(2);
    }
    const places = debaters.map(({ id }) => JSON.stringify(during.get(id)));
    expect(new Set(places).size).toBe(debaters.length);
    expect(placesOf(plan, people, [])).toEqual(before);
  });

  it('has places to stand in the meeting room, of which none is another', () => {
    expect(standingPlaces.filter((place) => !isInMeetingRoom(place))).toEqual([]);
    expect(new Set(standingPlaces.map(({ x, z }) => `${x} ${z}`)).size).toBe(standingPlaces.length);
  });

  it('opens on where work is, at a scale at which names are read', () => {
    const places = placesOf(plan, people, []);
    const busy = busyPart(people, places);
    if (busy === null) throw new Error('nobody works');
    for (const { id } of people.slice(40, 44)) {
      const { x, z } = places.get(id) ?? { x: NaN, z: NaN };
      expect(x > busy.x && x < busy.x + busy.width).toBe(true);
      expect(z > busy.z && z < busy.z + busy.depth).toBe(true);
    }
    const stage = { width: 860, height: 640, tallest: 640 };
    const { metre } = viewOf(plan.bounds, 'auto', stage, busy);
    expect(metre).toBeGreaterThan(viewOf(plan.bounds, 'all', stage).metre);
    expect(busyPart(people.slice(0, 20), places)).toBeNull();
    expect(
      busyPart(
        people.map((each) => ({ ...each, status: 'idle' })),
        places,
      ),
    ).toBeNull();
  });
});

describe('names on a floor', () => {
  const tag = (id: string, x: number, change: Partial<NameTag> = {}): NameTag => ({
    ...{ id, x, z: 0, facing: 'n', letters: 6, rank: 0, isLong: false },
    ...change,
  });

  it('are of at least eleven pixels', () => {
    expect([8, 15, 24, 64].map(letterSize)).toEqual([11, 11, 11, 13]);
  });

  it('cover no other name: those who work have theirs first', () => {
    const tags = [tag('idle', 0), tag('works', 1.2, { rank: 1 }), tag('far', 9)];
    expect([...namesWithRoom(tags, 15)].toSorted()).toEqual(['far', 'works']);
    expect(namesWithRoom(tags, 64).size).toBe(3);
    expect(namesWithRoom([tag('a', 0), tag('b', 0, { facing: 's' })], 15).size).toBe(2);
    expect(namesWithRoom([tag('a', 0, { isLong: true }), tag('b', 2)], 32).size).toBe(1);
  });
});

describe('desks', () => {
  const departments = [
    { id: 'back', name: 'Backend' },
    { id: 'front', name: 'Frontend' },
  ];
  const roles = [
    { seatId: 'Seat_Dev_01', departmentId: 'back' },
    { seatId: 'Seat_Dev_05', departmentId: 'front' },
  ];

  it('are named by the department that sits there, and by number', () => {
    const names = deskNames(plan, roles, departments);
    expect(names.get('Seat_Dev_01')).toBe('Backend 1');
    expect(names.get('Seat_Dev_02')).toBe('Backend 2');
    expect(names.get('Seat_Dev_05')).toMatch(/^Frontend \d$/);
    expect(names.get('Seat_CEO')).toBe('Chief executive 1');
    expect(names.get('Seat_Meeting_02')).toBe('Meeting room, chair 2');
    expect(new Set(names.values()).size).toBe(names.size);
  });

  it('are given to who is hired beside their department', () => {
    expect(deskFor(plan, roles, 'back')).toBe('Seat_Dev_02');
    expect(deskFor(plan, roles, 'front')).toBe('Seat_Dev_04');
    const taken = seatIds.map((seatId) => ({ seatId, departmentId: 'back' }));
    expect(deskFor(plan, taken, 'back')).toBeNull();
    expect(deskFor(plan, [], 'new')).toBe('Seat_CEO');
  });
});

describe('what is said of people who were hired', () => {
  const people = (count: number, seatId: string | null) =>
    Array.from({ length: count }, (_, at) => ({ displayName: `P${at + 1}`, seatId }));

  it('names a few and counts many', () => {
    expect(hiredWords(people(1, 'a'))).toBe('P1 is hired.');
    expect(hiredWords([...people(1, 'a'), ...people(1, null)])).toBe(
      'P1 and P1 are hired; without a desk: P1.',
    );
    expect(hiredWords(people(6, null))).toBe('6 people are hired, without a desk.');
  });

  it('begins with the names that somebody has already', () => {
    const names = [{ displayName: 'Helena Marsh' }, { displayName: 'Ada' }];
    expect(thereIsAlready(['New', 'helena marsh', 'Ada'], names)).toBe(
      'There is already a Helena Marsh and an Ada.',
    );
    expect(thereIsAlready(['New'], names)).toBeUndefined();
  });
});

describe('what is said of a provider or a harness', () => {
  it.each([
    [{ state: 'connecting', toolCount: 0 }, 'The office is connecting to it.'],
    [{ state: 'ready', toolCount: 1 }, 'It is connected and offers 1 tool.'],
    [{ state: 'ready', toolCount: 4 }, 'It is connected and offers 4 tools.'],
    [{ state: 'failed', toolCount: 0, error: 'It ended.' }, 'It cannot be used: It ended.'],
    [{ state: 'failed', toolCount: 0 }, 'It cannot be used: it did not say why.'],
    [{ state: 'disabled', toolCount: 0 }, 'It is switched off in the configuration.'],
  ] as const)('is a sentence of a server: %j', (server, sentence) => {
    expect(mcpServerState(server).words).toBe(sentence);
  });

  const given = { configured: true, discoveredAt: null, local: false };

  it('is nothing that was not tried', () => {
    expect(providerState({ ...given, ok: null }).words).toBe('not tried yet');
    expect(providerState({ ...given, configured: false, ok: null }).words).toBe('no key');
    expect(providerState({ ...given, ok: true, discoveredAt: 0 }).words).toMatch(
      /^answered at \d\d:\d\d/,
    );
    expect(providerState({ ...given, ok: false })).toEqual({
      tone: 'bad',
      words: 'failed when it was last asked',
    });
    expect(providerState({ ...given, ok: false, local: true })).toEqual({
      tone: 'plain',
      words: 'does not answer',
    });
    const refused = { ...given, ok: true, discoveredAt: 0, keyRefusal: 'no' };
    expect(providerState(refused)).toEqual({ tone: 'bad', words: 'refused the key' });
    const harness = { status: 'docked', detail: vendorTexts.notProbed, engagements: 0 } as const;
    expect(harnessState(harness).words).toBe('not tried yet');
    const unchecked = {
      ...harness,
      status: 'unreachable',
      detail: vendorTexts.notChecked,
    } as const;
    expect(harnessState(unchecked).words).toBe('not tried yet');
    expect(harnessState({ ...harness, detail: '1.2' }).words).toContain('answered');
    expect(harnessState({ ...harness, engagements: 1 }).words).toContain('answered');
    expect(harnessState({ ...harness, status: 'unreachable', detail: 'gone' }).words).toContain(
      'failed',
    );
  });
});
