import type { ChatRole, MessageRole } from './enums.js';
import type { RouteDecision } from './routes.js';

/** A message between a person and one employee. */
export interface DirectMessage {
  readonly id: string;
  readonly employeeId: string;
  readonly role: MessageRole;
  readonly text: string;
  readonly at: number;
  /** Only in the employee's answer. */
  readonly route?: RouteDecision;
}

/** One entry of a planning history. */
export interface PlanTurn {
  readonly role: ChatRole;
  readonly text: string;
}

export interface PlanReply {
  readonly employeeId: string;
  /** `requestId` of the command; null if it had none. */
  readonly requestId: string | null;
  readonly text: string;
  readonly route?: RouteDecision;
}
