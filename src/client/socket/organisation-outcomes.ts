import type { RoutingPosture } from '../../protocol/records/enums.js';
import type { ModelPolicy, OrgChart, Role } from '../../protocol/records/organisation.js';
import { keepEqual } from '../state/keep-equal.js';
import { type CommandOutcome, isAnswer } from './command-outcome.js';

/** By which chart of its floor each command about people and rooms is known to be carried out. */
export const organisationOutcomes = {
  hire: (floor: string, roleId: string): CommandOutcome<Role> => chartWith(floor, roleOf(roleId)),

  fire: (floor: string, roleId: string): CommandOutcome<OrgChart> =>
    chartWith(floor, (org) => (roleOf(roleId)(org) === undefined ? org : undefined)),

  setSeat: (floor: string, roleId: string, seatId: string | null): CommandOutcome<Role> =>
    roleWith(floor, roleId, (role) => role.seatId === seatId),

  setRoleGrants: (floor: string, roleId: string, grants: Grants): CommandOutcome<Role> =>
    // What does not exist is left out by the service.
    roleWith(
      floor,
      roleId,
      ({ allowedTools, skillIds }) =>
        isPartOf(allowedTools, grants.allowedTools) && isPartOf(skillIds, grants.skillIds),
    ),

  setModelPolicy: (floor: string, roleId: string, policy: ModelPolicy): CommandOutcome<Role> =>
    roleWith(
      floor,
      roleId,
      ({ modelPolicy }) => keepEqual<ModelPolicy>(modelPolicy, policy) === modelPolicy,
    ),

  setRoutingPosture: (floor: string, posture: RoutingPosture): CommandOutcome<OrgChart> =>
    chartWith(floor, (org) => (org.routingPosture === posture ? org : undefined)),

  /** Rooms are no part of a chart, which is told all the same. */
  rooms: (floor: string): CommandOutcome<OrgChart> => chartWith(floor, (org) => org),
};

/** A list that is absent stays as it is. */
export interface Grants {
  readonly allowedTools?: readonly string[];
  readonly skillIds?: readonly string[];
}

function chartWith<R>(
  floor: string,
  resultOf: (org: OrgChart) => R | undefined,
): CommandOutcome<R> {
  return {
    isRefusal: isAnswer,
    resultIn: (event) =>
      event.type === 'org.updated' && event.workspaceId === floor ? resultOf(event.org) : undefined,
  };
}

function roleWith(
  floor: string,
  roleId: string,
  isDone: (role: Role) => boolean,
): CommandOutcome<Role> {
  return chartWith(floor, (org) => {
    const role = roleOf(roleId)(org);
    return role !== undefined && isDone(role) ? role : undefined;
  });
}

function roleOf(roleId: string): (org: OrgChart) => Role | undefined {
  return (org) => org.roles.find(({ id }) => id === roleId);
}

function isPartOf(names: readonly string[], of: readonly string[] | undefined): boolean {
  return of === undefined || names.every((name) => of.includes(name));
}
