import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { type Lease, LeasesRepository } from '../persistence/leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';

/** Takes leases in the name of this process. */
@Injectable()
export class RunClaims {
  constructor(
    private readonly transactions: Transactions,
    private readonly leases: LeasesRepository,
    private readonly keeper: LeaseKeeper,
  ) {}

  /** Runs that are not final and that this process holds or may take, oldest first. */
  claimable(): Promise<readonly string[]> {
    return this.leases.claimable(this.keeper.owner);
  }

  /** Null: another process holds the run. */
  claim(runId: string): Promise<Lease | null> {
    return this.transactions.run((tx) => this.leases.claim(tx, runId, this.keeper.owner));
  }
}
