/**
 * Shows the office's messages while no page of the office is visible, and opens the place of a
 * message that is clicked. It is one file without imports, and fetches nothing.
 */

/** A message of the office. */
interface Notice {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly place: string;
}

interface Told extends Event {
  readonly data: { json(): Notice } | null;
  waitUntil(work: Promise<unknown>): void;
}

interface Clicked extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}

interface ShownPage {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

/** The used parts of the service worker's global scope, which is not a page's. */
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: object): Promise<readonly ShownPage[]>;
    openWindow(url: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', act: (event: Told) => void): void;
  addEventListener(type: 'push', act: (event: Told) => void): void;
  addEventListener(type: 'notificationclick', act: (event: Clicked) => void): void;
}

const worker = self as unknown as Worker;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(tell(event.data.json()));
});
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { readonly place: string }).place));
});

function pages(): Promise<readonly ShownPage[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Shows the message unless a page is visible, which shows it itself. */
async function tell({ title, body, tag, place }: Notice): Promise<void> {
  if ((await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  await worker.registration.showNotification(title, { body, tag, data: { place } });
}

async function open(place: string): Promise<void> {
  const url = new URL(place, worker.registration.scope).href;
  const [page] = await pages();
  if (page === undefined) {
    await worker.clients.openWindow(url);
    return;
  }
  await page.navigate(url);
  await page.focus();
}
