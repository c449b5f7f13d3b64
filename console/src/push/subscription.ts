import type { Office } from '#client/office.js';
import { isWanted, keepSubscriptionId, subscriptionId, toldAt, want, wantNoMore } from './wish.js';

type Http = Office['http'];

/** Interval of renewing a known subscription, ms. */
const renewedEveryMs = 3_600_000;

/** Subscribes this browser. @throws if it or its push service refuses */
export async function subscribe(http: Http): Promise<void> {
  want();
  const registration = await navigator.serviceWorker.register('service-worker.js');
  await navigator.serviceWorker.ready;
  const { key } = await http.pushKey();
  const { endpoint = '', keys = {} } = (await subscriptionWith(registration, key)).toJSON();
  const { id } = await http.subscribePush({ endpoint, keys });
  keepSubscriptionId(id);
  // It may have been switched off meanwhile.
  if (isWanted()) want(Date.now());
  else await unsubscribe(http);
}

/**
 * Ends the subscription, first in this browser, so that no message comes if the office fails.
 * @throws if the browser refuses; messages are then still wanted. If the office fails, `settle`
 * repeats the call.
 */
export async function unsubscribe(http: Http): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  wantNoMore();
  const id = subscriptionId();
  if (id === null) return;
  await http.unsubscribePush(id);
  if (subscriptionId() === id) keepSubscriptionId(null);
}

/**
 * Subscribes again, because the office removes a browser when its subscriber is signed out; or ends
 * a subscription in the office, if that failed before.
 */
export async function settle(http: Http): Promise<void> {
  if (!isWanted()) return subscriptionId() === null ? undefined : unsubscribe(http);
  const isFresh = Date.now() - toldAt() < renewedEveryMs;
  if (!isFresh) await subscribe(http);
}

/** The existing subscription, or a new one if that was made for another key. */
async function subscriptionWith(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription();
  const presentKey = present?.options.applicationServerKey ?? null;
  if (present !== null && presentKey !== null && textOf(presentKey) === key) return present;
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** As base64url. */
function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
