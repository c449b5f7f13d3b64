import { Injectable } from '@nestjs/common';
import { RefusedError } from '../platform/errors/office-error.js';
import { SocketCommand } from '../platform/socket/socket-command.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import type { MemoryFact } from '../protocol/records/memory.js';
import { shapeTexts } from '../protocol/texts/http.js';
import { memoryTexts } from '../protocol/texts/memory.js';
import { ActiveFloor } from '../workspaces/active-floor.service.js';
import { RetractFactCommand } from './dto/retract-fact.dto.js';
import type { FactInput } from './ledger/fact-input.js';
import { isFactInput } from './ledger/fact-input.js';
import { MemoryService, type Retraction } from './memory.service.js';

/** Socket commands of memory. */
@Injectable()
export class MemoryCommands {
  constructor(
    private readonly memory: MemoryService,
    private readonly activeFloor: ActiveFloor,
  ) {}

  @WidensRights(false)
  @SocketCommand('rememberFact')
  async remember(payload: FactInput): Promise<MemoryFact> {
    const workspaceId = (await this.activeFloor.read()).id;
    return this.memory.remember(unfoldAliases(payload), { workspaceId });
  }

  @WidensRights(false)
  @SocketCommand('retractFact', {
    result: (retraction: Retraction) => ({ ok: true, ...retraction }),
  })
  retract({ id, factId, reason }: RetractFactCommand): Promise<Retraction> {
    const named = id ?? factId;
    if (named === undefined) throw new RefusedError(shapeTexts.mustBe('id', 'a string'));
    return this.memory.retract(named, reason);
  }
}

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
