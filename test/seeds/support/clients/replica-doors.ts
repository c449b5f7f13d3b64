import type { DiscoveryService } from '@nestjs/core';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { OfficeBroadcaster } from '#office/office-broadcaster.js';
import { OfficeHello } from '#office/office-hello.js';
import { Actors } from '#platform/actors/actors.js';
import { AuditLog } from '#platform/audit/audit-log.js';
import { AuditTrail } from '#platform/audit/audit-trail.js';
import { CommandAnswersRepository } from '#platform/commands/command-answers.repository.js';
import { Once } from '#platform/commands/once.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { History } from '#platform/database/history.js';
import { StoreOutages } from '#platform/database/store-outages.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { subscribeListeners } from '#platform/events/office-listeners.js';
import { ReceivedEvents } from '#platform/fleet/received-events.js';
import { Replica } from '#platform/fleet/replica.js';
import { FleetLocks } from '#platform/fleet/fleet-locks.js';
import { AccessPolicy } from '#platform/http/access-policy.js';
import { TimeSlices } from '#platform/process/time-slices.js';
import { CommandDispatcher } from '#platform/socket/command-dispatcher.js';
import { ConnectedClients } from '#platform/socket/connected-clients.js';
import { MissedEvents } from '#platform/socket/missed-events.js';
import { OfficeGateway } from '#platform/socket/office.gateway.js';
import { ReplayLine } from '#platform/socket/replay-line.js';
import { SessionCommands } from '#platform/socket/session.commands.js';
import { CommandRegistry } from '#platform/socket/socket-command.js';
import { SocketHub } from '#platform/socket/socket-hub.js';
import type { OfficeState } from '#protocol/records/office.js';
import { RunsService } from '#runs/history/runs.service.js';
import { CancellationService } from '#runs/submit/cancellation.service.js';
import { RunsCommands } from '#runs/submit/runs.commands.js';
import { SubmissionService } from '#runs/submit/submission.service.js';
import { SettingsCommands } from '#settings/settings.commands.js';
import { FloorsCommands } from '#workspaces/floors/floors.commands.js';
import { serviceActor } from '#platform/actors/actor.js';
import { standIn } from '../stand-in.js';
import { plantInDoors } from './planted-in-doors.js';
import type { Foundation } from '../foundation.js';
import { ReplicaObjects } from './replica-objects.js';
import { ReplicaState } from './replica-state.js';
import type { ServiceSocket } from './simulated-socket.js';

/** One history for a seed, since its store is never restored. */
export const historyId = 'history_of_the_seed';

const config = {
  connections: { pingMs: 10_000, commandsPerSocket: 4 },
  security: { apiToken: null },
  secrets: [],
  fleet: { shared: false },
  database: { kind: 'memory' },
} as unknown as OfficeConfig;

/** What clients of one replica reach: its gateway, hub, commands and state, all of them real. */
export class ReplicaDoors {
  readonly objects: ReplicaObjects;
  readonly state: ReplicaState;
  /** What it showed when it had come to an event's number. */
  readonly shownAt = new Map<number, Partial<OfficeState>>();
  isOpen = false;
  private readonly hub: SocketHub;
  private readonly gateway: OfficeGateway;
  private readonly registry: CommandRegistry;
  private readonly broadcaster: OfficeBroadcaster;

  constructor(private readonly core: Foundation) {
    const { clock, logger, feed, bus, log, repeater, ids, transactions } = core;
    const { dataSource } = core.outside.store;
    this.objects = new ReplicaObjects(core);
    this.state = new ReplicaState(core, this.objects);
    const slices = new TimeSlices();
    const history = standIn(History, { id: historyId });
    const clients = new ConnectedClients();
    const hello = new OfficeHello(this.state.office, feed, history, clock);
    const missed = new MissedEvents(log, new StoreRetry(clock, logger), new ReplayLine(slices));
    this.hub = new SocketHub(feed, hello, missed, clients, config, repeater, logger);
    this.broadcaster = new OfficeBroadcaster(this.state.office, bus, clients, clock);
    this.registry = new CommandRegistry(discoveryOf(this.commands()));
    const answers = new CommandAnswersRepository(dataSource);
    const heard = new ReceivedEvents(dataSource, feed, standIn(Replica, { hasOthers: true }));
    const once = new Once(answers, transactions, new FleetLocks(config), heard, config);
    const audit = new AuditTrail(
      ...([new AuditLog(dataSource), transactions, history, ids, config, clock] as const),
    );
    const dispatcher = new CommandDispatcher(
      ...([this.registry, once, clock, new StoreOutages(clock, logger)] as const),
      standIn(Actors, { isValid: () => true }),
      ...([audit, logger] as const),
    );
    const members = { unlistedOrigin: () => null, actorOf: () => serviceActor };
    const policy = standIn(AccessPolicy, members);
    this.gateway = new OfficeGateway(
      ...([this.hub, dispatcher, ids, slices, history, policy, logger] as const),
    );
    const { hub, broadcaster } = this;
    plantInDoors(core, { answers, hub, missed, broadcaster, pending: this.state.pending });
  }

  /** As a boot does, but for what may fail at the store, which is tried again. */
  async start(tried: (work: () => Promise<void>) => Promise<void>): Promise<void> {
    await tried(() => this.objects.start());
    await tried(() => this.state.start());
    this.registry.onModuleInit();
    subscribeListeners(this.core.bus, this.broadcaster);
    subscribeListeners(this.core.bus, this.hub);
    this.core.bus.listen('shown', () => this.noteShown());
    await this.core.feed.onApplicationBootstrap();
    this.hub.onApplicationBootstrap();
    this.noteShown();
    this.isOpen = true;
  }

  accept(socket: ServiceSocket, url: string): void {
    const request = { headers: {}, url, socket: socket.stream } as unknown as IncomingMessage;
    this.gateway.handleConnection(socket as unknown as WebSocket, request);
  }

  private noteShown(): void {
    const { last } = this.core.feed;
    if (!this.shownAt.has(last)) this.shownAt.set(last, this.state.carried());
  }

  private commands(): readonly object[] {
    const { core, objects } = this;
    const { settings, floors, closing, floorSettings, active } = objects;
    return [
      new SessionCommands(core.clock),
      new SettingsCommands(settings),
      new FloorsCommands(floors, closing, floorSettings, active),
      new RunsCommands(
        ...([standIn(RunsService, {}), standIn(SubmissionService, {})] as const),
        standIn(CancellationService, {}),
        ...([core.approvals, core.log, core.logger] as const),
      ),
    ];
  }
}

function discoveryOf(providers: readonly object[]): DiscoveryService {
  const getProviders = () => providers.map((instance) => ({ instance }));
  return { getProviders } as unknown as DiscoveryService;
}
