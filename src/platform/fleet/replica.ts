import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { OfficeConfig } from '../config/office-config.js';

/** This process among the replicas of a fleet. */
@Injectable()
export class Replica {
  /** `OFFICE_REPLICA_ID`, or generated for this process; for people and logs. */
  readonly id: string;

  /** Group of this replica; null: none. */
  readonly group: string | null;
  /** True if the database may be shared with others. */
  readonly hasOthers: boolean;

  constructor({ fleet }: OfficeConfig) {
    this.group = fleet.group;
    this.hasOthers = fleet.shared;
    this.id = fleet.replicaId ?? `${hostname()}-${randomBytes(3).toString('hex')}`;
  }

  /**
   * The group whose floors this replica sees, besides floors without a group, as queries take it;
   * empty: no group. Null: it sees all floors, because it has no other replicas.
   */
  get seenGroup(): string | null {
    return this.hasOthers ? (this.group ?? '') : null;
  }

  /** @param group the floor's group; null: none */
  sees(group: string | null): boolean {
    return group === null || !this.hasOthers || group === this.group;
  }
}
