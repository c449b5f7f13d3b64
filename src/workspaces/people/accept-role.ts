import { isObject } from 'class-validator';
import { validateModelPolicy } from '../../models/routing/validate-model-policy.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import {
  AnyValue,
  OptionalString,
  RequiredChoice,
  RequiredFlag,
  RequiredNullableString,
  RequiredNumber,
  RequiredObject,
  RequiredString,
  RequiredStrings,
  RequiredText,
} from '../../platform/validation/fields.js';
import { validateShape } from '../../platform/validation/validate-shape.js';
import { seniorities } from '../../protocol/records/enums.js';
import type { Role } from '../../protocol/records/organisation.js';
import { tooLongInRole } from '../../protocol/rules/role-lengths.js';
import { shapeTexts } from '../../protocol/texts/http.js';

/**
 * A client's role: complete, correctly typed, without extra fields. Whether it fits a floor is
 * checked elsewhere.
 *
 * @throws RefusedError naming the first field that is missing, wrong or too long
 */
export function acceptRole(given: unknown): Role {
  if (!isObject<Record<string, unknown>>(given)) {
    throw new RefusedError(shapeTexts.mustBe('role', 'a complete role'));
  }
  const shape = validateShape(RoleShape, given);
  const role = {
    ...shape,
    modelPolicy: validateModelPolicy(shape.modelPolicy),
    persona: { ...validateShape(PersonaShape, shape.persona) },
    appearance: { ...validateShape(AppearanceShape, shape.appearance) },
  };
  const tooLong = tooLongInRole(role);
  if (tooLong !== null) throw new RefusedError(shapeTexts.tooLong(tooLong.field, tooLong.most));
  return role;
}

const filled = (field: string) => shapeTexts.mustBe(field, 'a non-empty string');

/** A complete role from a client; its parts are checked by the shapes below. */
class RoleShape {
  @RequiredText(filled('id'))
  id!: string;

  @RequiredText(filled('displayName'))
  displayName!: string;

  @RequiredString()
  title!: string;

  @RequiredString()
  departmentId!: string;

  @RequiredChoice(seniorities)
  seniority!: (typeof seniorities)[number];

  @RequiredNumber()
  rank!: number;

  @RequiredNullableString()
  reportsTo!: string | null;

  @RequiredString()
  mission!: string;

  @RequiredStrings()
  responsibilities!: string[];

  @RequiredStrings()
  skillIds!: string[];

  @RequiredStrings()
  allowedTools!: string[];

  @AnyValue()
  modelPolicy!: unknown;

  @RequiredNullableString()
  seatId!: string | null;

  @RequiredNullableString()
  roomId!: string | null;

  @RequiredFlag()
  canDelegate!: boolean;

  @RequiredNumber()
  maxDirectReports!: number;

  @RequiredObject()
  persona!: Record<string, unknown>;

  @RequiredObject()
  appearance!: Record<string, unknown>;

  @RequiredNumber()
  maxTurnsPerStage!: number;
}

class PersonaShape {
  @RequiredString()
  voice!: string;

  @RequiredStrings()
  values!: string[];

  @OptionalString()
  debateStyle?: string;
}

class AppearanceShape {
  @RequiredString()
  bodyColor!: string;

  @RequiredString()
  accentColor!: string;

  @RequiredNumber()
  height!: number;
}
