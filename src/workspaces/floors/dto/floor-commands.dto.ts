import {
  AnyValue,
  OptionalString,
  RequiredObject,
  RequiredString,
  RequiredStrings,
} from '#platform/validation/fields.js';
import { OnFloorCommand } from '../../on-floor.command.js';

/** Payload of commands that require a floor. */
export class NamedFloorCommand {
  @RequiredString()
  workspaceId!: string;
}

export class SetFloorSkillsCommand extends OnFloorCommand {
  @RequiredStrings()
  skillIds!: string[];
}

export class SetFloorBudgetCommand extends OnFloorCommand {
  @RequiredObject()
  budget!: Record<string, unknown>;
}

export class SetFloorDetailsCommand extends OnFloorCommand {
  @OptionalString()
  name?: string;

  @OptionalString()
  description?: string;

  @OptionalString()
  color?: string;
}

export class SetFloorStyleCommand extends OnFloorCommand {
  /** The whole style; null = the default preset. */
  @AnyValue()
  style!: unknown;
}
