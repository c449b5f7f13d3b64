import { EmployeeUsageEntity } from './employees/employee-usage.entity.js';
import { WorkspaceEntity } from './persistence/workspace.entity.js';

/** Entities of floors and their people. */
export const workspaceEntities = [WorkspaceEntity, EmployeeUsageEntity];
