import type { Office } from '#client/office.js';
import { keep, kept } from '../app/storage.js';

type Http = Office['http'];

/** Whether this browser wants messages, and since when the office knows: `on` or a time. */
const wanted = 'office-push';
const idKey = 'office-push-id';
/** How often the office is told of a subscription that it knows, ms. */
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

/** Tells the office again, which forgets a browser when the one who subscribed is signed out. */
export function renew(http: Http): void {
  const isFresh = Date.now() - Number(kept('local', wanted)) < renewedEveryMs;
  if (isWanted() && !isFresh) subscribe(http).catch(() => undefined);
}

/** The one there is, unless it was made for another key. */
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
