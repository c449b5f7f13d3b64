import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { OfficeConfig } from '../config/office-config.js';

/** This process among the replicas of a fleet. */
@Injectable()
export class Replica {
  /** `OFFICE_REPLICA_ID`, or made for this life of the process; for people and logs. */
  readonly id: string;

  /** Its group; null: none. */
  readonly group: string | null;
  /** It may share the database with others. */
  readonly hasOthers: boolean;

  constructor({ fleet }: OfficeConfig) {
    this.group = fleet.group;
    this.hasOthers = fleet.shared;
    this.id = fleet.replicaId ?? `${hostname()}-${randomBytes(3).toString('hex')}`;
  }

  /**
   * The group whose floors it sees besides those of none, as queries take it; empty: no group's. Null:
   * it sees all floors, since it has no others beside it.
   */
  get seenGroup(): string | null {
    return this.hasOthers ? (this.group ?? '') : null;
  }

  /** @param group of a floor; null: it belongs to none */
  sees(group: string | null): boolean {
    return group === null || !this.hasOthers || group === this.group;
  }
}
