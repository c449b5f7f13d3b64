import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { OfficeConfig } from '../config/office-config.js';

/** This process among the replicas of a fleet. */
@Injectable()
export class Replica {
  /** `OFFICE_REPLICA_ID`, or made for this life of the process; for people and logs. */
  readonly id: string;

  constructor({ fleet }: OfficeConfig) {
    this.id = fleet.replicaId ?? `${hostname()}-${randomBytes(3).toString('hex')}`;
  }
}
