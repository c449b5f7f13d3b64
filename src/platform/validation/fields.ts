import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsObject,
  IsString,
  Matches,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { shapeTexts } from '../../protocol/texts/http.js';

/**
 * Fields of request and command shapes: one decorator for the check, the exact refusal and the
 * OpenAPI property. An optional field may be absent; with a wrong type, including null, it is
 * refused by name.
 */

const number = { allowNaN: false, allowInfinity: false };

/** A required string that is not blank, refused with the interface's text. */
export function RequiredText(message: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: String, minLength: 1 }),
    Matches(/\S/, { message }),
    IsString({ message }),
  );
}

/** A required string that may be blank. */
export function RequiredString(message?: string): PropertyDecorator {
  return applyDecorators(ApiProperty({ type: String }), IsString(refusal('a string', message)));
}

/** A required string, or null. */
export function RequiredNullableString(): PropertyDecorator {
  const filled = ValidateIf((_shape: object, value: unknown) => value !== null);
  return applyDecorators(
    ApiProperty({ type: String, nullable: true }),
    IsString(refusal('a string or null')),
    filled,
  );
}

/** A query parameter that is a number of 0 or more, or absent. */
export function OptionalAmountText(): PropertyDecorator {
  return optional(
    { type: Number, minimum: 0 },
    Matches(/^\d{1,15}(\.\d{1,15})?$/, refusal('a number of 0 or more')),
  );
}

/** A string, null, or absent. */
export function OptionalNullableString(): PropertyDecorator {
  const filled = ValidateIf(
    (_shape: object, value: unknown) => value !== undefined && value !== null,
  );
  return applyDecorators(
    ApiPropertyOptional({ type: String, nullable: true }),
    IsString(refusal('a string or null')),
    filled,
  );
}

/** A number, null, or absent. */
export function OptionalNullableNumber(): PropertyDecorator {
  const filled = ValidateIf(
    (_shape: object, value: unknown) => value !== undefined && value !== null,
  );
  return applyDecorators(
    ApiPropertyOptional({ type: Number, nullable: true }),
    IsNumber(number, refusal('a number or null')),
    filled,
  );
}

export function RequiredFlag(message?: string): PropertyDecorator {
  return applyDecorators(ApiProperty({ type: Boolean }), IsBoolean(refusal('a boolean', message)));
}

/** A boolean that is required unless another field is present. */
export function NeededFlag(besides: string, message: string): PropertyDecorator {
  const needed = ValidateIf(
    (shape: object, value: unknown) => value !== undefined || !(besides in shape),
  );
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean }),
    IsBoolean(refusal('a boolean', message)),
    needed,
  );
}

/** An object of booleans with at least one, or absent. */
export function OptionalFlags(message: string): PropertyDecorator {
  const check = { name: 'flags', validator: { validate: areFlags } };
  return optional(
    { type: 'object', additionalProperties: { type: 'boolean' } },
    ValidateBy(check, refusal('an object of booleans', message)),
  );
}

function areFlags(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const flags = Object.values(value);
  return flags.length > 0 && flags.every((flag) => typeof flag === 'boolean');
}

/** A value of a closed set. */
export function RequiredChoice(values: readonly string[]): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: [...values] }),
    IsIn(values, refusal(`one of ${values.join(', ')}`)),
  );
}

export function RequiredNumber(): PropertyDecorator {
  return applyDecorators(ApiProperty({ type: Number }), IsNumber(number, refusal('a number')));
}

export function RequiredStrings(): PropertyDecorator {
  const each = { ...refusal('an array of strings'), each: true };
  return applyDecorators(
    ApiProperty({ type: [String] }),
    IsString(each),
    IsArray(refusal('an array of strings')),
  );
}

/** Any JSON value, checked by its consumer. */
export function AnyValue(): PropertyDecorator {
  return applyDecorators(ApiProperty({}), Allow());
}

/** Any JSON value or none, checked by its consumer. */
export function OptionalAnyValue(): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({}), Allow());
}

export function RequiredObject(message?: string): PropertyDecorator {
  return applyDecorators(ApiProperty(anyObject), IsObject(refusal('an object', message)));
}

export function OptionalString(): PropertyDecorator {
  return optional({ type: String }, IsString(refusal('a string')));
}

/** A value of a closed set, or absent. */
export function OptionalChoice(values: readonly string[]): PropertyDecorator {
  return optional({ enum: [...values] }, IsIn(values, refusal(`one of ${values.join(', ')}`)));
}

export function OptionalNumber(): PropertyDecorator {
  return optional({ type: Number }, IsNumber(number, refusal('a number')));
}

export function OptionalFlag(): PropertyDecorator {
  return optional({ type: Boolean }, IsBoolean(refusal('a boolean')));
}

export function OptionalObject(): PropertyDecorator {
  return optional(anyObject, IsObject(refusal('an object')));
}

/** A list whose items are checked by their consumer. */
export function OptionalArray(): PropertyDecorator {
  return optional({ type: 'array', items: {} }, IsArray(refusal('an array')));
}

export function OptionalStrings(): PropertyDecorator {
  const each = { ...refusal('an array of strings'), each: true };
  return optional({ type: [String] }, IsString(each), IsArray(refusal('an array of strings')));
}

const anyObject = { type: 'object', additionalProperties: true } as const;

function optional(
  property: ApiPropertyOptions,
  ...checks: readonly PropertyDecorator[]
): PropertyDecorator {
  const present = ValidateIf((_shape: object, value: unknown) => value !== undefined);
  return applyDecorators(ApiPropertyOptional(property), ...checks, present);
}

function refusal(what: string, message?: string): ValidationOptions {
  return { message: ({ property }) => message ?? shapeTexts.mustBe(property, what) };
}
