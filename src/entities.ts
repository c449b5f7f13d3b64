import { forgeEntities } from './doors/forges/rows/forge.entities.js';
import { OutboxEntity } from './doors/outbox/outbox.entity.js';
import { AccessTokenEntity } from './doors/tokens/access-token.entity.js';
import { PushSubscriptionEntity } from './doors/triggers/push/push-subscription.entity.js';
import { TriggerDeliveryEntity, TriggerEntity } from './doors/triggers/trigger.entities.js';
import { memoryEntities } from './memory/persistence/memory.entities.js';
import { platformEntities } from './platform/database/database.module.js';
import { runEntities } from './runs/history/run-entities.js';
import { workspaceEntities } from './workspaces/persistence/workspace.entities.js';

/** Every entity of the service, for the application and for the TypeORM command line. */
export const entities = [
  ...platformEntities,
  ...workspaceEntities,
  ...runEntities,
  ...memoryEntities,
  AccessTokenEntity,
  OutboxEntity,
  TriggerEntity,
  TriggerDeliveryEntity,
  PushSubscriptionEntity,
  ...forgeEntities,
];
