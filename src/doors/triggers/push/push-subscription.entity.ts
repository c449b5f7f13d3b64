import { Entity } from 'typeorm';
import { TextColumn, TextKey, TimeColumn } from '#platform/database/columns.js';

/** A browser that gets messages while the page is closed. */
@Entity('push_subscriptions')
export class PushSubscriptionEntity {
  /** Derived from the endpoint, so that a browser is one row. */
  @TextKey()
  id!: string;

  /** A secret: with it and the office's key anybody can send messages. In no answer. */
  @TextColumn()
  endpoint!: string;

  @TextColumn()
  p256dh!: string;

  @TextColumn()
  auth!: string;

  /** The credential that admitted its maker; nothing is sent after that has ended. */
  @TextColumn({ name: 'admitted_by' })
  admittedBy!: string;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;
}
