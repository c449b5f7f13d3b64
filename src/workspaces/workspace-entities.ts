import { EmployeeEntity } from './employees/employee.entity.js';
import { WorkspaceEntity } from './persistence/workspace.entity.js';

/** Entities of floors and their people. */
export const workspaceEntities = [WorkspaceEntity, EmployeeEntity];
