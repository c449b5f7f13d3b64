import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { RefusedError } from '../errors/office-error.js';

/** A class whose properties are marked with class-validator decorators. */
type ShapeClass<T extends object = object> = new () => T;

/**
 * Validates client input against the shape and returns an instance of it; used by HTTP and the
 * socket. Throws a RefusedError with the message of the first failed constraint, in the order of
 * the class. Unknown properties are ignored; an absent one is not a key of the instance, unless the
 * class has a default.
 *
 * The instance holds the client's own values, never converted. class-transformer is avoided on
 * purpose: it reads `constructor` of nested objects, so a hostile body could make it throw.
 */
export function validateShape<T extends object>(
  shape: ShapeClass<T>,
  sent: Readonly<Record<string, unknown>>,
): T {
  const instance = fill(new shape(), sent, propertiesOf(shape));
  const [error] = validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false });
  if (error !== undefined) {
    throw new RefusedError(firstMessage(error), { field: error.property });
  }
  return instance;
}

const knownProperties = new WeakMap<ShapeClass, readonly string[]>();

function propertiesOf(shape: ShapeClass): readonly string[] {
  const known = knownProperties.get(shape);
  if (known !== undefined) return known;
  const metadata = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const names = [...new Set(metadata.map(({ propertyName }) => propertyName))];
  knownProperties.set(shape, names);
  return names;
}

function fill<T extends object>(
  instance: T,
  sent: Readonly<Record<string, unknown>>,
  names: readonly string[],
): T {
  for (const name of names) {
    if (Object.hasOwn(sent, name)) Reflect.set(instance, name, sent[name]);
    // A declared class field is a key with the value undefined, which would overwrite values in a
    // spread.
    else if (Reflect.get(instance, name) === undefined) Reflect.deleteProperty(instance, name);
  }
  return instance;
}

function firstMessage({ constraints, children, property }: ValidationError): string {
  const [message] = Object.values(constraints ?? {});
  const [child] = children ?? [];
  return message ?? (child ? firstMessage(child) : `"${property}" is not valid.`);
}

/** True if a parameter's type is a class with validated properties. */
export function isShapeClass(type: unknown): type is ShapeClass {
  if (typeof type !== 'function') return false;
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}

/** The fields that a shape class among these types has; others are a client's own. */
export function fieldsKnownTo(
  types: readonly unknown[],
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = types.filter(isShapeClass).flatMap(propertiesOf);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));
}

/** Validates every body and query whose parameter has a shape class; passes others on unchanged. */
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    return isShapeClass(metatype) ? validateShape(metatype, { ...(value as object) }) : value;
  }
}
