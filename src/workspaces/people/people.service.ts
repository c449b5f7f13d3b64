import { Injectable } from '@nestjs/common';
import { validateModelPolicy } from '../../models/routing/validate-model-policy.js';
import type { RoutingPosture } from '../../protocol/records/enums.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import type { FloorName } from '../active-floor.service.js';
import { FloorEditor } from '../floor-editor.js';
import { shippedKit } from '../layout/kit.js';
import { moveToSeat, type SeatChange } from '../layout/seating.js';
import { layoutOf } from '../rooms/layout-of.js';
import { acceptRole } from './accept-role.js';
import { changeRole } from './change-role.js';
import { dismissRole, grantRole, hireRole, type RoleGrants } from './role-changes.js';

/**
 * Changes people, seats, grants and policies of a floor. Every method is all or nothing, and
 * refuses with a RefusedError.
 */
@Injectable()
export class PeopleService {
  constructor(
    private readonly editor: FloorEditor,
    private readonly tools: ToolRegistry,
  ) {}

  /** Hires an employee; without a seat it gets the first free one. */
  async hire(workspaceId: FloorName, given: unknown): Promise<Workspace> {
    const role = acceptRole(given);
    return this.editor.edit(workspaceId, (floor, now) =>
      hireRole(floor, { role, knownTools: this.knownTools(), now }),
    );
  }

  /** Dismisses an employee. Its work stays recorded. */
  fire(workspaceId: FloorName, roleId: string): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => dismissRole(floor, roleId));
  }

  /** Moves an employee to another seat, or to none. */
  setSeat(workspaceId: FloorName, roleId: string, change: SeatChange): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => {
      const staffed = { kit: shippedKit, layout: layoutOf(floor), roles: floor.org.roles };
      return changeRole(floor, roleId, (role) => moveToSeat(staffed, role, change));
    });
  }

  /** Replaces the tools or skills of a role, or both. */
  setGrants(workspaceId: FloorName, roleId: string, grants: RoleGrants): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) =>
      grantRole(floor, roleId, grants, this.knownTools()),
    );
  }

  /** Replaces the whole model policy of a role. */
  async setModelPolicy(workspaceId: FloorName, roleId: string, given: unknown): Promise<Workspace> {
    const modelPolicy = validateModelPolicy(given);
    return this.editor.edit(workspaceId, (floor) =>
      changeRole(floor, roleId, (role) => ({ ...role, modelPolicy })),
    );
  }

  /** Sets the floor's own posture, which overrides the installation's default. */
  setRoutingPosture(workspaceId: FloorName, routingPosture: RoutingPosture): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => ({
      ...floor,
      org: { ...floor.org, routingPosture },
    }));
  }

  private knownTools(): ReadonlySet<string> {
    return new Set(this.tools.list().map((tool) => tool.name));
  }
}
