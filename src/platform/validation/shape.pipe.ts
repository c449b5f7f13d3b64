import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { isShapeClass } from './is-shape-class.js';
import { validateShape } from './validate-shape.js';

/** Validates every body and query whose parameter has a shape class; passes others on unchanged. */
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): unknown {
    return isShapeClass(metatype) ? validateShape(metatype, { ...(value as object) }) : value;
  }
}
