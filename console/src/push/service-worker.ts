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
  readonly url: string;
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

/** The windows that show the page, and no others of its origin: the office may share it. */
async function pages(): Promise<readonly ShownPage[]> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => {
    const { origin, pathname } = new URL(url);
    return `${origin}${pathname}` === worker.registration.scope;
  });
}

/** Shows the message unless a page is visible, which shows it itself. */
async function tell({ title, body, tag, place }: Notice): Promise<void> {
  if ((await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  await worker.registration.showNotification(title, { body, tag, data: { place } });
}

async function open(place: string): Promise<void> {
  const url = new URL(place, worker.registration.scope).href;
  const [page] = await pages();
  const isShown = page !== undefined && (await showIn(page, url));
  if (!isShown) await worker.clients.openWindow(url);
}

/** False: the page is older than this worker, which may not move it. */
async function showIn(page: ShownPage, url: string): Promise<boolean> {
  try {
    await page.navigate(url);
    await page.focus();
    return true;
  } catch {
    return false;
  }
}
