import { Injectable } from '@nestjs/common';
import type { Rows } from '../../platform/database/tx.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { Projection } from '../../platform/events/projection.js';
import { Projections } from '../../platform/events/projections.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalsRepository } from './approvals.repository.js';

/** The longest waiting first; a new map after each change. */
type Pending = ReadonlyMap<string, Approval>;

/** All pending approvals, whichever process asked. */
@Injectable()
export class PendingApprovals extends Projection<Pending> {
  constructor(
    projections: Projections,
    private readonly approvals: ApprovalsRepository,
  ) {
    super(projections);
  }

  /** The longest waiting first. */
  list(): readonly Approval[] {
    return [...this.state.values()];
  }

  has(id: string): boolean {
    return this.state.has(id);
  }

  protected override async load({ manager }: Rows): Promise<Pending> {
    const rows = await this.approvals.pending(manager);
    return new Map(rows.map((row) => [row.id, row.record]));
  }

  protected override apply(pending: Pending, event: CommittedEvent): Pending {
    switch (event.type) {
      case 'approval.requested':
        return new Map([...pending, [event.approval.id, event.approval]]);
      case 'approval.decided':
        return new Map([...pending].filter(([id]) => id !== event.approval.id));
      default:
        return pending;
    }
  }
}
