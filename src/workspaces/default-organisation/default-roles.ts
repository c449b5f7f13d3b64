import type { Role } from '../../protocol/records/organisation.js';
import { backendRoles } from './backend-roles.js';
import { deliveryRoles } from './delivery-roles.js';
import { designAndResearchRoles } from './design-and-research-roles.js';
import { ceo, cto } from './executive-roles.js';
import { frontendRoles } from './frontend-roles.js';

/**
 * The thirteen people of a new organisation, in the order in which clients list them. Where a policy
 * names `nano` below its lower bound `small`, the router clamps it up, and the entry shows the intent
 * if the bound moves.
 */
export const defaultRoles: readonly Role[] = [
  ceo,
  ...designAndResearchRoles,
  cto,
  ...frontendRoles,
  ...backendRoles,
  ...deliveryRoles,
];
