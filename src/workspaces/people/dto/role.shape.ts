import { seniorities } from '#protocol/records/enums.js';
import { shapeTexts } from '#protocol/texts/http.js';
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
} from '#platform/validation/fields.js';

const filled = (field: string) => shapeTexts.mustBe(field, 'a non-empty string');

/** A complete role from a client; its parts are checked by the shapes below. */
export class RoleShape {
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

export class PersonaShape {
  @RequiredString()
  voice!: string;

  @RequiredStrings()
  values!: string[];

  @OptionalString()
  debateStyle?: string;
}

export class AppearanceShape {
  @RequiredString()
  bodyColor!: string;

  @RequiredString()
  accentColor!: string;

  @RequiredNumber()
  height!: number;
}
