import { getMetadataStorage } from 'class-validator';
import type { ShapeClass } from './validate-shape.js';

/** Whether the type of a parameter is a shape to check: a class with validated properties. */
export function isShapeClass(type: unknown): type is ShapeClass {
  if (typeof type !== 'function') return false;
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}
