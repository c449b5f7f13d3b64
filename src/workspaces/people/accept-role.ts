import { isObject } from 'class-validator';
import { validateModelPolicy } from '../../models/routing/validate-model-policy.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { validateShape } from '../../platform/validation/validate-shape.js';
import type { Role } from '../../protocol/records/organisation.js';
import { tooLongInRole } from '../../protocol/rules/role-lengths.js';
import { shapeTexts } from '../../protocol/texts/http.js';
import { AppearanceShape, PersonaShape, RoleShape } from './dto/role.shape.js';

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
