import { getMetadataStorage } from 'class-validator';
import type { ShapeClass } from './validate-shape.js';

/** True if a parameter's type is a class with validated properties. */
export function isShapeClass(type: unknown): type is ShapeClass {
  if (typeof type !== 'function') return false;
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}
