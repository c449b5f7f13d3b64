import { Entity } from 'typeorm';
import { TextColumn, TextKey, TimeColumn } from '#platform/database/columns.js';

/** A browser that is told of things while the page is closed. */
@Entity('push_subscriptions')
export class PushSubscriptionEntity {
  /** Made of the endpoint: the same browser is one row. */
  @TextKey()
  id!: string;

  /** Whoever has it and the office's key can send; part of no answer. */
  @TextColumn()
  endpoint!: string;

  @TextColumn()
  p256dh!: string;

  @TextColumn()
  auth!: string;

  /** What its maker was admitted by; nothing is sent once that ended. */
  @TextColumn({ name: 'admitted_by' })
  admittedBy!: string;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;
}
