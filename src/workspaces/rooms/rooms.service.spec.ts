import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aRole } from '#test/support/organisations/a-role.js';
import {
  openOrganisations,
  type Organisations,
} from '#test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { PeopleService } from '../people/people.service.js';
import { ShownFloors } from '../shown-floors.js';
import { RoomsService } from './rooms.service.js';

describe('RoomsService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let rooms: RoomsService;
  const floor = () => office.get(ShownFloors).find('default') as Workspace;
  const kinds = () => floor().layout?.blocks.map(({ kind }) => kind);

  beforeEach(async () => {
    office = await openOrganisations({ directory: inDirectory() });
    rooms = office.get(RoomsService);
  });
  afterEach(() => office.close());

  it('builds one room more each time, and tells only of the chart', async () => {
    await rooms.add('default');
    await rooms.add('default');
    expect(kinds()).toEqual(['pod4', 'studio6']);
    expect(office.events.map(({ type }) => type)).toEqual(['org.updated', 'org.updated']);
  });

  it('refuses to build where nothing fits any more', async () => {
    await Promise.all(Array.from({ length: 10 }, () => rooms.add('default')));
    await expect(rooms.add('default')).rejects.toThrow(
      'there is no room left to build on: every port is either used or blocked.',
    );
  });

  it('removes the newest room and reseats who sat there', async () => {
    await rooms.add('default');
    await office.get(PeopleService).setSeat('default', 'ceo', {
      seatId: 'B1::Seat_POD4_01',
      roomId: 'B1::Anchor_Room_POD4',
    });
    const from = office.events.length;
    await rooms.remove('default');
    expect(kinds()).toEqual([]);
    expect(office.events.slice(from)).toMatchObject([
      { type: 'org.updated' },
      { type: 'employee.moved', employeeId: 'ceo', toSeatId: 'Seat_CEO', toRoomId: null },
      { type: 'employee.updated', employee: { id: 'ceo', seatId: 'Seat_CEO' } },
    ]);
  });

  it('refuses to tear down the core', async () => {
    await expect(rooms.remove('default')).rejects.toThrow(
      '"Default project" is the core office only; there is nothing to remove.',
    );
  });

  it('refuses to remove seats that the roster needs', async () => {
    const people = office.get(PeopleService);
    for (let hired = 0; hired < 9; hired += 1) {
      await people.hire('default', aRole({ id: `analyst-${hired}` }));
    }
    await expect(rooms.remove('default')).rejects.toThrow(
      '"Default project" has 22 employee(s) and would only have 21 seat(s) left; no room can be spared.',
    );
  });
});
