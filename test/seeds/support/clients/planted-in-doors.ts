import type { OfficeBroadcaster } from '#office/office-broadcaster.js';
import type { CommandAnswersRepository } from '#platform/commands/command-answers.repository.js';
import type { EventFeed } from '#platform/events/event-feed.js';
import type { HeldFrames } from '#platform/socket/back-pressure.js';
import type { MissedEvents } from '#platform/socket/missed-events.js';
import type { SocketFrame } from '#platform/socket/socket-frame.js';
import type { SocketHub } from '#platform/socket/socket-hub.js';
import { closeCodes, type SocketPeer } from '#platform/socket/socket-peer.js';
import type { PendingApprovals } from '#runs/approvals/pending-approvals.js';
import type { Foundation } from '../foundation.js';

interface Planted {
  readonly hub: SocketHub;
  readonly missed: MissedEvents;
  readonly answers: CommandAnswersRepository;
  readonly pending: PendingApprovals;
  readonly broadcaster: OfficeBroadcaster;
}

/** Switches the planted fault on in the parts that clients reach. */
export function plantInDoors(core: Foundation, doors: Planted): void {
  const { answers, pending, hub, missed, broadcaster } = doors;
  const { planted, world } = core.outside;
  if (planted === 'whole state not sent') {
    const real = broadcaster as unknown as { send(): void };
    const send = real.send.bind(broadcaster);
    real.send = () => {
      if (!world.random.chance(0.3)) send();
    };
  }
  if (planted === 'replay leaves one out') {
    const after = core.log.after.bind(core.log);
    core.log.after = (seq) => after(world.random.chance(0.3) ? seq + 1 : seq);
  }
  if (planted === 'command id forgotten') {
    answers.find = async () => null;
    answers.add = async () => true;
  }
  if (planted === 'projection misses an event') {
    const follow = pending.follow.bind(pending);
    pending.follow = (events) => {
      const isMissed = () => world.random.chance(0.1);
      follow(events.filter(({ type }) => type !== 'approval.decided' || !isMissed()));
    };
  }
  if (planted === 'state behind what a client knows') admitThoseAhead(hub, missed);
  if (planted === 'whole state older than the replay') {
    const replayMissed = (peer: SocketPeer, since: number) => replayBefore(missed, peer, since);
    Object.assign(hub, { replayMissed });
  }
  if (planted === 'asked state older than the replay') {
    const join = hub.join.bind(hub);
    hub.join = (...given) => answeringAtOnce(join(...given));
  }
}

interface HoldingPeer {
  held: HeldFrames | null;
  take(frame: SocketFrame): void;
  catchUp(): void;
}

interface GreetedPeer {
  greet(this: SocketPeer): void;
}

interface GreetingHub {
  readonly feed: EventFeed;
  hearAll(): Promise<boolean>;
  replayMissed(peer: SocketPeer, since: number): Promise<void>;
}

/** As it was: who knows more than the replica learns in time is greeted all the same. */
function admitThoseAhead(real: SocketHub, missed: MissedEvents): void {
  const hub = real as unknown as GreetingHub;
  const hearAll = hub.hearAll.bind(real);
  hub.hearAll = async () => (await hearAll()) || true;
  hub.replayMissed = async (peer, since) => {
    peer.startReplay();
    await missed.send(peer, since).catch(() => peer.close(closeCodes.tryAgainLater));
    if (peer.lastReplayed > hub.feed.last) await hearAll();
    peer.endReplay();
  };
}

/** As it was: who asks for the state during its replay gets it at once. */
function answeringAtOnce(peer: SocketPeer): SocketPeer {
  const { greet } = peer as unknown as GreetedPeer;
  return Object.assign(peer, { sendHello: async () => greet.call(peer) });
}

/** As it was: whole states that were held are sent after what the log says of later ones. */
async function replayBefore(missed: MissedEvents, peer: SocketPeer, since: number): Promise<void> {
  const holding = peer as unknown as HoldingPeer;
  peer.startReplay();
  await missed.send(peer, since).catch(() => peer.close(closeCodes.tryAgainLater));
  const held = holding.held?.take() ?? [];
  holding.held = null;
  for (const frame of held) holding.take(frame);
  holding.catchUp();
}
