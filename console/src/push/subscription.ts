import type { Office } from '#client/office.js';
import { keep, kept } from '../app/storage.js';

type Http = Office['http'];

/**
 * Key of `on`, or of the time at which the office was last told; absent: this browser wants no
 * messages.
 */
const wanted = 'office-push';
const idKey = 'office-push-id';
/** Interval of renewing a known subscription, ms. */
const renewedEveryMs = 3_600_000;

export function isWanted(): boolean {
  return kept('local', wanted) !== null;
}

/** Subscribes this browser. @throws if it or its push service refuses */
export async function subscribe(http: Http): Promise<void> {
  keep('local', wanted, 'on');
  const registration = await navigator.serviceWorker.register('service-worker.js');
  await navigator.serviceWorker.ready;
  const { key } = await http.pushKey();
  const { endpoint = '', keys = {} } = (await subscriptionWith(registration, key)).toJSON();
  const { id } = await http.subscribePush({ endpoint, keys });
  keep('local', idKey, id);
  keep('local', wanted, String(Date.now()));
}

export async function unsubscribe(http: Http): Promise<void> {
  keep('local', wanted, null);
  const id = kept('local', idKey);
  keep('local', idKey, null);
  if (id !== null) await http.unsubscribePush(id);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Subscribes again, because the office removes a browser when its subscriber is signed out. */
export function renew(http: Http): void {
  const isFresh = Date.now() - Number(kept('local', wanted)) < renewedEveryMs;
  if (isWanted() && !isFresh) subscribe(http).catch(() => undefined);
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
