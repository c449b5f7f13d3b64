import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import type { Rows } from '#platform/database/tx.js';
import { Transactions } from '#platform/database/transactions.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import { Projection } from '#platform/events/projection.js';
import { Projections } from '#platform/events/projections.js';
import {
  type CapabilityFinding,
  CapabilityFindings,
  readFindings,
  withFinding,
} from './capability-findings.js';

const key = 'model-capabilities';

/** Providers' refusals, stored, and equal on all replicas and after a restart. */
@Injectable()
export class CapabilityProjection extends Projection<readonly CapabilityFinding[]> {
  constructor(
    projections: Projections,
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly findings: CapabilityFindings,
    private readonly clock: Clock,
  ) {
    super(projections);
  }

  /** Stores a finding; the catalogue shows it after the commit. */
  async add(found: Omit<CapabilityFinding, 'at'>): Promise<void> {
    const finding = { ...found, at: this.clock.now() };
    await this.transactions.run(async (tx) => {
      const saved = await this.documents.lock(tx, key);
      const before = readFindings(saved.document, finding.at);
      await saved.write({ findings: withFinding(before, finding) });
      tx.publish({ type: 'internal.models.found', finding });
    });
  }

  protected override async load({ manager }: Rows): Promise<readonly CapabilityFinding[]> {
    const saved = await this.documents.read(manager, key);
    return this.inForce(readFindings(saved, this.clock.now()));
  }

  protected override apply(
    findings: readonly CapabilityFinding[],
    event: CommittedEvent,
  ): readonly CapabilityFinding[] {
    if (event.type !== 'internal.models.found') return findings;
    return this.inForce(withFinding(findings, event.finding));
  }

  private inForce(findings: readonly CapabilityFinding[]): readonly CapabilityFinding[] {
    this.findings.apply(findings);
    return findings;
  }
}
