import type { Role } from '../../protocol/records/organisation.js';
import { backendDev1, backendDev2, backendLead } from './backend-roles.js';
import { platformEngineer, qaLead } from './delivery-roles.js';
import { designLead, researcher, uiDesigner } from './design-and-research-roles.js';
import { ceo, cto } from './executive-roles.js';
import { frontendDev1, frontendDev2, frontendLead } from './frontend-roles.js';

/** The thirteen people of a new organisation, in the order shown to clients. */
export const defaultRoles: readonly Role[] = [
  ceo,
  designLead,
  uiDesigner,
  researcher,
  cto,
  frontendLead,
  frontendDev1,
  frontendDev2,
  backendLead,
  backendDev1,
  backendDev2,
  platformEngineer,
  qaLead,
];
