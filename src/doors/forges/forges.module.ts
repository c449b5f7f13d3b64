import { Module } from '@nestjs/common';
import { OutboxModule } from '#doors/outbox/outbox.module.js';
import { NetModule } from '#platform/net/net.module.js';
import { RunsModule } from '#runs/runs.module.js';
import { WorkspacesModule } from '#workspaces/workspaces.module.js';
import { ForgeClients } from './clients/forge-clients.js';
import { ForgesController, RunOriginController } from './forges.controller.js';
import { DeliverJob } from './jobs/deliver.job.js';
import { EndJob } from './jobs/end.job.js';
import { LookJob } from './jobs/look.job.js';
import { ReplyJob } from './jobs/reply.job.js';
import { ForgeIssuesRepository } from './rows/forge-issues.repository.js';
import { ForgeNotesRepository } from './rows/forge-notes.repository.js';
import { ForgesRepository } from './rows/forges.repository.js';
import { AskedRequests } from './services/asked-requests.js';
import { ForgeAccess } from './services/forge-access.js';
import { ForgeBases } from './services/forge-bases.js';
import { ForgeFloors } from './services/forge-floors.js';
import { ForgeIssuesService } from './services/forge-issues.service.js';
import { ForgeLooks } from './services/forge-looks.js';
import { ForgeSecrets } from './services/forge-secrets.js';
import { ForgeStanding } from './services/forge-standing.js';
import { ForgeTokens } from './services/forge-tokens.js';
import { ForgesService } from './services/forges.service.js';
import { IssueEnds } from './services/issue-ends.js';
import { IssueIntake } from './services/issue-intake.js';
import { KnownPlaces } from './services/known-places.js';
import { Poller } from './services/poller.js';
import { Pushes } from './services/pushes.js';
import { RequestNews } from './services/request-news.js';
import { RetryBases } from './services/retry-bases.js';
import { RunFollower } from './services/run-follower.js';
import { RunOrigins } from './services/run-origins.js';
import { WakePlaces } from './services/wake-places.js';
import { Wakes } from './services/wakes.js';
import { WebhookService } from './services/webhook.service.js';
import { ForgeWebhookController } from './webhook.controller.js';

/** Owns the way from an issue on a forge to a run, and from its change to a request there. */
@Module({
  imports: [NetModule, OutboxModule, RunsModule, WorkspacesModule],
  controllers: [ForgesController, ForgeWebhookController, RunOriginController],
  providers: [
    AskedRequests,
    DeliverJob,
    EndJob,
    ForgeAccess,
    ForgeBases,
    ForgeClients,
    ForgeFloors,
    ForgeIssuesRepository,
    ForgeIssuesService,
    ForgeLooks,
    ForgeNotesRepository,
    ForgeSecrets,
    ForgeStanding,
    ForgeTokens,
    ForgesRepository,
    ForgesService,
    IssueEnds,
    IssueIntake,
    KnownPlaces,
    LookJob,
    Poller,
    Pushes,
    ReplyJob,
    RequestNews,
    RetryBases,
    RunFollower,
    RunOrigins,
    WakePlaces,
    Wakes,
    WebhookService,
  ],
})
export class ForgesModule {}
