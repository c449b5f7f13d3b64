import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Operation, referenceTo } from '../platform/openapi/operation.js';
import { limits } from '../protocol/limits.js';
import type {
  MemoryEmbedding,
  MemoryFact,
  MemoryLedger,
  MemoryRetraction,
  MemorySearchResult,
} from '../protocol/records/memory.js';
import { ActiveFloor } from '../workspaces/active-floor.service.js';
import { clampedLimit, queryText } from '../platform/http/query-parameters.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import { RetractFactRequest } from './dto/retract-fact.dto.js';
import { LedgerService } from './ledger.service.js';
import { MemoryService } from './memory.service.js';
import { ReadableScopes } from './recall/readable-scopes.js';
import { RecallService } from './recall/recall.service.js';
import { VectorFiller } from './semantic/vector-filler.js';

type Parameters = Readonly<Record<string, unknown>>;

/** HTTP routes of memory. */
@ApiTags('memory')
@Controller('api/memory')
export class MemoryController {
  constructor(
    private readonly memory: MemoryService,
    private readonly ledger: LedgerService,
    private readonly recall: RecallService,
    private readonly vectors: VectorFiller,
    private readonly activeFloor: ActiveFloor,
  ) {}

  @Get()
  @Operation({
    summary: 'The whole ledger, or a page of it, newest first',
    answers: 'MemoryLedger',
    refuses: [400],
  })
  @ApiQuery({ name: 'limit', type: Number, required: false, description: 'Absent: all facts.' })
  @ApiQuery({
    name: 'before',
    type: String,
    required: false,
    description: 'Id of a fact: only those written before it.',
  })
  read(@Query() { limit, before }: Parameters): Promise<MemoryLedger> {
    return this.ledger.read({
      limit: clampedLimit(limit, { default: undefined, max: limits.memoryLedgerPage }),
      before: queryText(before),
    });
  }

  @Get('search')
  @Operation({
    summary: 'Ranked recall within the scopes of a reader',
    answers: 'MemorySearchResult',
  })
  @ApiQuery({ name: 'q', type: String, required: false, description: 'Blank: the surest facts.' })
  @ApiQuery({
    name: 'workspaceId',
    type: String,
    required: false,
    description: 'Absent: the floor being shown.',
  })
  @ApiQuery({ name: 'roleId', type: String, required: false })
  @ApiQuery({ name: 'limit', type: Number, required: false })
  async search(
    @Query() { q, workspaceId, roleId, limit }: Parameters,
  ): Promise<MemorySearchResult> {
    const floor = queryText(workspaceId) ?? (await this.activeFloor.read()).id;
    return this.recall.search({
      scopes: ReadableScopes.of(floor, queryText(roleId) ?? null),
      query: queryText(q) ?? '',
      limit: clampedLimit(limit, {
        default: limits.memorySearchDefault,
        max: limits.memorySearchMax,
      }),
    });
  }

  @WidensRights(false)
  @Post()
  @Operation({ summary: 'Write a fact, or correct one', answers: 'MemoryFact', status: 201 })
  @ApiBody({ schema: referenceTo('MemoryInput') })
  async remember(@Body() input: Parameters): Promise<MemoryFact> {
    const { id: workspaceId } = await this.activeFloor.read();
    return this.memory.remember(input, { workspaceId });
  }

  @WidensRights(false)
  @Post(':id/retract')
  @Operation({ summary: 'Stop believing a fact; it stays on record', answers: 'MemoryRetraction' })
  async retract(
    @Param('id') id: string,
    @Body() { reason }: RetractFactRequest,
  ): Promise<MemoryRetraction> {
    return { ok: true, ...(await this.memory.retract(id, reason)) };
  }

  @WidensRights(false)
  @Post('embed')
  @Operation({ summary: 'Embed facts that lack a vector', answers: 'MemoryEmbedding' })
  @ApiBody({ schema: { type: 'object', properties: { limit: { type: 'number' } } } })
  embed(@Body() { limit }: Parameters): Promise<MemoryEmbedding> {
    return this.vectors.fill(
      clampedLimit(limit, { default: limits.memoryEmbedDefault, max: limits.memoryEmbedMax }),
    );
  }
}
