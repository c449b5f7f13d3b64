import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { nameOfActor } from '#platform/actors/actors.js';
import { WidensRights } from '#platform/http/widening-rights.js';
import { Operation } from '#platform/openapi/operation.js';
import {
  OptionalFlag,
  OptionalNumber,
  OptionalString,
  RequiredString,
} from '#platform/validation/fields.js';
import type { Done } from '#protocol/answers.js';
import type {
  ConnectedForge,
  Forge,
  ForgeIssue,
  ForgeToken,
  PossibleRequest,
  RunOrigin,
} from '#protocol/records/forges.js';
import { AskedRequests } from './services/asked-requests.js';
import { ForgeIssuesService } from './services/forge-issues.service.js';
import { ForgeTokens } from './services/forge-tokens.js';
import { ForgesService } from './services/forges.service.js';
import { RunOrigins } from './services/run-origins.js';

/** Conditions and bounds of work on issues. An empty label or mention counts as none. */
class ForgeRulesBody {
  @OptionalString()
  label?: string;

  @OptionalString()
  mention?: string;

  @OptionalString()
  pipelineId?: string;

  /** USD for all runs of an issue together. */
  @OptionalNumber()
  issueUsd?: number;

  @OptionalNumber()
  wakes?: number;

  @OptionalNumber()
  perDay?: number;

  @OptionalNumber()
  pollSeconds?: number;
}

/** Body of `POST /forges`. */
class ConnectForgeBody extends ForgeRulesBody {
  @RequiredString()
  kind!: string;

  /** Absent: github.com or gitlab.com. */
  @OptionalString()
  url?: string;

  @RequiredString()
  repository!: string;

  @RequiredString()
  token!: string;

  @RequiredString()
  workspaceId!: string;
}

/** Body of `PATCH /forges/:id`. */
class ChangeForgeBody extends ForgeRulesBody {
  @OptionalString()
  token?: string;

  @OptionalString()
  workspaceId?: string;

  @OptionalFlag()
  paused?: boolean;
}

/** Repositories on forges. Outside `/api/`, whose operations are fixed. */
@ApiTags('forges')
@Controller('forges')
export class ForgesController {
  constructor(
    private readonly forges: ForgesService,
    private readonly issues: ForgeIssuesService,
    private readonly tokens: ForgeTokens,
  ) {}

  @Get()
  @Operation({ summary: 'Connected repositories on forges', answers: ['Forge'] })
  listForges(): Promise<readonly Forge[]> {
    return this.forges.list();
  }

  /** Only this answer contains the webhook's secret. */
  @WidensRights(true)
  @Post()
  @Operation({
    summary: 'Connect a repository on a forge with a floor',
    answers: 'ConnectedForge',
    status: 201,
  })
  connectForge(@Body() body: ConnectForgeBody): Promise<ConnectedForge> {
    return this.forges.connect(body);
  }

  @WidensRights(true)
  @Patch(':id')
  @Operation({
    summary: 'Change rules, token or floor, or pause',
    answers: 'Forge',
    refuses: [404],
  })
  changeForge(@Param('id') id: string, @Body() body: ChangeForgeBody): Promise<Forge> {
    return this.forges.change(id, body);
  }

  /** An `Idempotency-Key` has no effect, because answers to it are stored. */
  @WidensRights(true)
  @Post(':id/secret')
  @Operation({
    summary: 'Make the secret of a webhook anew, which is in this answer only',
    answers: 'ConnectedForge',
    status: 201,
    refuses: [404],
  })
  renewWebhookSecret(@Param('id') id: string): Promise<ConnectedForge> {
    return this.forges.renewSecret(id);
  }

  @WidensRights(true)
  @Delete(':id')
  @Operation({ summary: 'Disconnect a repository', answers: 'Done', refuses: [404] })
  async removeForge(@Param('id') id: string): Promise<Done> {
    await this.forges.remove(id);
    return { ok: true };
  }

  @Get(':id/issues')
  @Operation({
    summary: 'Issues that became work, the newest first',
    answers: ['ForgeIssue'],
    refuses: [404],
  })
  listForgeIssues(@Param('id') id: string): Promise<readonly ForgeIssue[]> {
    return this.issues.latest(id);
  }

  @Get(':id/token')
  @Operation({
    summary: 'Whose the token is and what it may do, as the forge says now',
    answers: 'ForgeToken',
    refuses: [400, 404],
  })
  readForgeToken(@Param('id') id: string): Promise<ForgeToken> {
    return this.tokens.ask(id);
  }

  @WidensRights(false)
  @Post(':id/poll')
  @HttpCode(202)
  @Operation({ summary: 'Ask a forge for news now', answers: 'Done', status: 202, refuses: [404] })
  async pollForge(@Param('id') id: string): Promise<Done> {
    await this.issues.pollNow(id);
    return { ok: true };
  }
}

/** Body of `POST /runs/:id/request`. */
class AskForRequestBody {
  /** Of a single commit; absent: one commit per turn, with messages of the office. */
  @OptionalString()
  message?: string;

  @OptionalString()
  by?: string;
}

/** The issues and requests of runs. */
@ApiTags('forges')
@Controller('runs')
export class RunOriginController {
  constructor(
    private readonly origins: RunOrigins,
    private readonly asked: AskedRequests,
  ) {}

  @WidensRights(true)
  @Post(':id/request')
  @HttpCode(202)
  @Operation({
    summary: "Push a run's change to the forge of its floor and open a request for it",
    answers: 'ForgeIssue',
    status: 202,
    refuses: [400, 404],
  })
  askForRequest(@Param('id') id: string, @Body() body: AskForRequestBody): Promise<ForgeIssue> {
    return this.asked.ask(id, { ...body, by: nameOfActor(body.by) });
  }

  @Get(':id/request')
  @Operation({
    summary: 'Whether a request for the change of a run is possible now, and why not',
    answers: 'PossibleRequest',
    refuses: [404],
  })
  tellPossibleRequest(@Param('id') id: string): Promise<PossibleRequest> {
    return this.asked.possible(id);
  }

  @Get(':id/origin')
  @Operation({
    summary: 'The issue that a run works for, and what came of it at its forge',
    answers: 'RunOrigin',
    refuses: [404],
  })
  readRunOrigin(@Param('id') id: string): Promise<RunOrigin> {
    return this.origins.of(id);
  }
}
