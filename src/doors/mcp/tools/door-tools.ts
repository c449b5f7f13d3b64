import { Injectable } from '@nestjs/common';
import { ApprovalTools } from './approval-tools.js';
import type { DoorTool } from './door-tool.js';
import { FollowTool } from './follow-tool.js';
import { ReadingTools } from './reading-tools.js';
import { WorkTools } from './work-tools.js';

/** All tools of the door, in the order in which they are listed. */
@Injectable()
export class DoorTools {
  readonly all: readonly DoorTool[];

  constructor(
    reading: ReadingTools,
    following: FollowTool,
    work: WorkTools,
    approvals: ApprovalTools,
  ) {
    this.all = [reading, following, work, approvals].flatMap(({ tools }) => tools);
  }
}
