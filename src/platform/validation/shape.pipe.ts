import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { isShapeClass } from './is-shape-class.js';
import { validateShape } from './validate-shape.js';

/** Checks every body and query whose parameter is typed with a shape; passes all others on. */
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    return isShapeClass(metatype) ? validateShape(metatype, { ...(value as object) }) : value;
  }
}
