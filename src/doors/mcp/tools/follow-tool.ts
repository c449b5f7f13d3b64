import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ServerEvent } from '#protocol/events.js';
import type { Run } from '#protocol/records/work.js';
import { mcpDoorTexts as texts } from '#protocol/texts/mcp-door.js';
import { ShownFloors } from '#workspaces/shown-floors.js';
import { PacedTeller } from '../follow/paced-teller.js';
import { type Followed, RunFollowers } from '../follow/run-followers.js';
import { toldEvent } from '../follow/told-event.js';
import { approvalView, textOfApproval, viewOfApproval } from '../views/approval-view.js';
import { bounds } from '../views/bounds.js';
import { runView, textOfRun, viewOfRun } from '../views/run-view.js';
import { type DoorTool, doorTool, hints, type ToolCall } from './door-tool.js';

/** Seconds that a call waits by default, below the patience of most clients, and at most. */
const seconds = { usual: 45, most: 600 } as const;

/** The tool that waits for a run. */
@Injectable()
export class FollowTool {
  constructor(
    private readonly followers: RunFollowers,
    private readonly floors: ShownFloors,
  ) {}

  readonly tools: readonly DoorTool[] = [
    doorTool({
      name: 'follow_run',
      title: 'Follow a run',
      description:
        'Wait for a run, with progress notifications of what happens. Returns when it has ended, when something new waits for a person, or when the time is over; call it again until it has ended.',
      hints: hints.reads,
      input: z.strictObject({
        runId: z.string(),
        waitSeconds: z
          .number()
          .min(0)
          .max(seconds.most)
          .default(seconds.usual)
          .describe(`At most ${seconds.most}.`),
        knownApprovals: z
          .array(z.string())
          .max(bounds.approvals)
          .default([])
          .describe('Ids of approvals that you know of: these end no waiting.'),
      }),
      output: z.object({
        end: z.enum(['ended', 'waiting', 'time']).describe('Why this call returned.'),
        run: runView,
        waiting: z.array(approvalView).describe('What waits for a person.'),
      }),
      run: async ({ runId, waitSeconds, knownApprovals }, call) => {
        const followed = await this.follow(runId, waitSeconds * 1000, knownApprovals, call);
        const { end, run } = followed;
        const waiting = followed.waiting.slice(0, bounds.approvals);
        return {
          text: [texts.ends[end], textOfRun(run), ...waiting.map(textOfApproval)].join('\n\n'),
          data: { end, run: viewOfRun(run), waiting: waiting.map(viewOfApproval) },
        };
      },
    }),
  ];

  private async follow(
    runId: string,
    waitMs: number,
    known: readonly string[],
    { signal, tell }: ToolCall,
  ): Promise<Followed> {
    using teller = new PacedTeller(tell, texts.progress.atWork);
    const story = new Story((roleId, floor) => this.nameOf(roleId, floor));
    return await this.followers.follow(runId, {
      known: new Set(known),
      waitMs,
      signal,
      begin: (run) => story.begin(run),
      onEvent: (event) => {
        const line = story.next(event);
        if (line !== null) teller.tell(line);
      },
    });
  }

  /** Name of a role; an unknown one is named by its id. */
  private nameOf(roleId: string, floor: string): string {
    const roles = this.floors.find(floor)?.org.roles ?? [];
    return roles.find(({ id }) => id === roleId)?.displayName ?? roleId;
  }
}

/** Lines about the events of a run, each returned once. */
class Story {
  private run: Run | null = null;
  private readonly roleOfTurn = new Map<string, string>();
  private last = '';

  constructor(private readonly nameOf: (roleId: string, floor: string) => string) {}

  begin(run: Run): void {
    this.run = run;
  }

  next(event: ServerEvent): string | null {
    if (event.type === 'run.updated') this.run = event.run;
    if (event.type === 'turn.started') this.roleOfTurn.set(event.turn.id, event.turn.roleId);
    const { stages = [], workspaceId = '' } = this.run ?? {};
    const nameOf = (roleId: string): string => this.nameOf(roleId, workspaceId);
    const line = toldEvent(event, { stages, nameOf, roleOfTurn: this.roleOfTurn });
    if (line === this.last) return null;
    this.last = line ?? this.last;
    return line;
  }
}
