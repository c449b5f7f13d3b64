import { Injectable } from '@nestjs/common';
import type { Workspace } from '../../protocol/records/organisation.js';
import type { FloorName } from '../active-floor.service.js';
import { FloorEditor } from '../floor-editor.js';
import { addRoom, removeNewest } from '../layout/change-layout.js';
import { shippedKit } from '../layout/kit.js';
import { reseatStranded } from '../layout/seating.js';
import { withRoles } from '../people/change-role.js';
import { layoutOf } from './layout-of.js';

/** Adds and removes rooms, one at a time. */
@Injectable()
export class RoomsService {
  constructor(private readonly editor: FloorEditor) {}

  /** @throws RefusedError if there is no place to build */
  add(workspaceId: FloorName): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor, now) => ({
      ...floor,
      layout: addRoom(shippedKit, layoutOf(floor), now),
    }));
  }

  /**
   * Removes the newest room; its people move to free seats.
   * @throws RefusedError if there is none, or its seats are needed
   */
  remove(workspaceId: FloorName): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => {
      const { name, org } = floor;
      const layout = removeNewest(shippedKit, layoutOf(floor), { name, roster: org.roles.length });
      const roles = reseatStranded({ kit: shippedKit, layout, roles: org.roles });
      return { ...withRoles(floor, roles), layout };
    });
  }
}
