import { routingPostures, type RoutingPosture } from '#protocol/records/enums.js';
import {
  AnyValue,
  OptionalNullableString,
  OptionalStrings,
  RequiredChoice,
  RequiredNullableString,
  RequiredString,
} from '#platform/validation/fields.js';
import { OnFloorCommand } from '../../on-floor.command.js';

export class HireCommand extends OnFloorCommand {
  /** A complete role. */
  @AnyValue()
  role!: unknown;
}

export class FireCommand extends OnFloorCommand {
  @RequiredString()
  roleId!: string;
}

export class SetSeatCommand extends OnFloorCommand {
  @RequiredString()
  employeeId!: string;

  /** Null = no desk. */
  @RequiredNullableString()
  seatId!: string | null;

  /** Absent = the room stays. */
  @OptionalNullableString()
  roomId?: string | null;
}

export class SetRoleGrantsCommand extends OnFloorCommand {
  @RequiredString()
  roleId!: string;

  @OptionalStrings()
  allowedTools?: string[];

  @OptionalStrings()
  skillIds?: string[];
}

export class SetModelPolicyCommand extends OnFloorCommand {
  @RequiredString()
  roleId!: string;

  /** The whole policy. */
  @AnyValue()
  policy!: unknown;
}

export class SetRoutingPostureCommand extends OnFloorCommand {
  @RequiredChoice(routingPostures)
  posture!: RoutingPosture;
}
