import { RefusedError } from '../../platform/errors/office-error.js';
import { memoryTexts } from '../../protocol/texts/memory.js';
import { type FactInput, isFactInput } from './fact-input.js';

/**
 * Accepts both spellings of `rememberFact`: flat, or as older clients send it, nested under `fact`
 * and with one `scopeId` instead of `workspaceId` and `roleId`. These two take precedence.
 * @throws RefusedError for a `scopeId` on an installation's fact
 */
export function unfoldAliases(payload: FactInput): unknown {
  const input = Object.hasOwn(payload, 'fact') ? payload.fact : payload;
  return isFactInput(input) ? unfoldScopeId(input) : input;
}

function unfoldScopeId({ scopeId, ...input }: FactInput): FactInput {
  if (scopeId === undefined || scopeId === null) return input;
  if (input.scope === 'workspace') return { ...input, workspaceId: input.workspaceId ?? scopeId };
  if (input.scope === 'role') return { ...input, roleId: input.roleId ?? scopeId };
  if (input.scope === 'installation') throw new RefusedError(memoryTexts.fieldOmitted('scopeId'));
  return input;
}
