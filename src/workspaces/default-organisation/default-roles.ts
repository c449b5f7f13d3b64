import type { Role } from '../../protocol/records/organisation.js';
import { backendRoles } from './backend-roles.js';
import { deliveryRoles } from './delivery-roles.js';
import { designAndResearchRoles } from './design-and-research-roles.js';
import { ceo, cto } from './executive-roles.js';
import { frontendRoles } from './frontend-roles.js';

/**
 * The thirteen people of a new organisation, in the order shown to clients. A `nano` below the lower
 * bound `small` of a policy is intended: the router clamps it, and the entry applies if the bound is
 * lowered.
 */
export const defaultRoles: readonly Role[] = [
  ceo,
  ...designAndResearchRoles,
  cto,
  ...frontendRoles,
  ...backendRoles,
  ...deliveryRoles,
];
