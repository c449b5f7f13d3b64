import type { Done } from '../../protocol/answers.js';
import type { PushKey, PushSubscribed } from '../../protocol/records/push.js';
import type { CallOptions } from './http-transport.js';
import { part } from './plugin-operations.js';
import { TriggerOperations } from './trigger-operations.js';

/** Operations on browsers that get push messages while the page is closed. */
export class PushOperations extends TriggerOperations {
  /** The key by which browsers subscribe. */
  pushKey(call?: CallOptions): Promise<PushKey> {
    return this.transport.ask('/push', call);
  }

  /** Subscribes a browser with the fields of its `PushSubscriptionJSON`. */
  subscribePush(
    { endpoint, keys }: { readonly endpoint: string; readonly keys: Record<string, string> },
    call?: CallOptions,
  ): Promise<PushSubscribed> {
    return this.transport.ask('/push', { ...call, method: 'POST', body: { endpoint, keys } });
  }

  unsubscribePush(id: string, call?: CallOptions): Promise<Done> {
    return this.transport.ask(`/push/${part(id)}`, { ...call, method: 'DELETE' });
  }
}
