import { Injectable } from '@nestjs/common';
import { RefusedError } from '../platform/errors/office-error.js';
import { SocketCommand } from '../platform/socket/socket-command.js';
import type { MemoryFact } from '../protocol/records/memory.js';
import { shapeTexts } from '../protocol/texts/http.js';
import { ActiveFloor } from '../workspaces/active-floor.service.js';
import { RetractFactCommand } from './dto/retract-fact.dto.js';
import type { FactInput } from './ledger/fact-input.js';
import { unfoldAliases } from './ledger/unfold-aliases.js';
import { MemoryService, type Retraction } from './memory.service.js';

/** Socket commands of memory. */
@Injectable()
export class MemoryCommands {
  constructor(
    private readonly memory: MemoryService,
    private readonly activeFloor: ActiveFloor,
  ) {}

  @SocketCommand('rememberFact')
  async remember(payload: FactInput): Promise<MemoryFact> {
    const workspaceId = (await this.activeFloor.read()).id;
    return this.memory.remember(unfoldAliases(payload), { workspaceId });
  }

  @SocketCommand('retractFact', {
    result: (retraction: Retraction) => ({ ok: true, ...retraction }),
  })
  retract({ id, factId, reason }: RetractFactCommand): Promise<Retraction> {
    const named = id ?? factId;
    if (named === undefined) throw new RefusedError(shapeTexts.mustBe('id', 'a string'));
    return this.memory.retract(named, reason);
  }
}
