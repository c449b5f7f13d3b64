import type { CommandAnswersRepository } from '#platform/commands/command-answers.repository.js';
import type { PendingApprovals } from '#runs/approvals/pending-approvals.js';
import type { Foundation } from '../foundation.js';

interface Planted {
  readonly answers: CommandAnswersRepository;
  readonly pending: PendingApprovals;
}

/** Switches the planted fault on in the parts that clients reach. */
export function plantInDoors(core: Foundation, { answers, pending }: Planted): void {
  const { planted, world } = core.outside;
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
}
