import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { CDPSession } from 'playwright-core';
import type { PushKey } from '../../src/protocol/records/push.js';
import { callsTool, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { type GivenSubscription, PushService } from '../support/push/push-service.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

/** In the page: its browser has subscribed at the push service of the test, not at its browser's. */
const subscribesHere = (given: GivenSubscription): void => {
  let present: object | null = null;
  const { prototype } = (globalThis as unknown as { PushManager: { prototype: object } })
    .PushManager;
  Object.assign(prototype, {
    getSubscription: () => Promise.resolve(present),
    subscribe: () => {
      present = { toJSON: () => given, unsubscribe: () => Promise.resolve((present = null)) };
      return Promise.resolve(present);
    },
  });
};

interface Pushed {
  readonly serviceWorker: {
    readonly ready: Promise<{
      readonly pushManager: { getSubscription(): Promise<{ unsubscribe: unknown } | null> };
    }>;
  };
}

/** In the page. */
const isSubscribed = async (): Promise<boolean> => {
  const { pushManager } = await (navigator as unknown as Pushed).serviceWorker.ready;
  return (await pushManager.getSubscription()) !== null;
};

/** In the page: the browser refuses once to end its subscription. */
const refusesToEnd = async (): Promise<void> => {
  const { pushManager } = await (navigator as unknown as Pushed).serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (subscription === null) return;
  const { unsubscribe } = subscription;
  subscription.unsubscribe = () => {
    subscription.unsubscribe = unsubscribe;
    return Promise.reject(new Error('The browser keeps it.'));
  };
};

interface Shown {
  readonly title: string;
  readonly body: string;
}

/** In the page. */
const shownNow = async (): Promise<readonly Shown[]> => {
  const { serviceWorker } = navigator as unknown as {
    readonly serviceWorker: {
      readonly ready: Promise<{ getNotifications(): Promise<readonly Shown[]> }>;
    };
  };
  const found = await (await serviceWorker.ready).getNotifications();
  return found.map(({ title, body }) => ({ title, body }));
};

/** In the service worker: the first notification is clicked. */
const clicksFirst = async (): Promise<void> => {
  const worker = globalThis as unknown as {
    readonly registration: { getNotifications(): Promise<readonly object[]> };
    readonly NotificationEvent: new (type: string, given: object) => Event;
    dispatchEvent(event: Event): void;
  };
  const [notification] = await worker.registration.getNotifications();
  worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }));
};

describeInBrowser('notifications', () => {
  const directory = temporaryDirectory();
  const trusted = getCACertificates('default');
  const browser = testBrowser();
  let service: PushService;
  let provider: ScriptedProvider;
  let office: RunningOffice;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    service = await PushService.start(directory);
    setDefaultCACertificates([...trusted, readFileSync(service.certificate, 'utf8')]);
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_PRIVATE_HOSTS: service.host,
    });
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await office.close();
    await provider.close();
    service.close();
  });

  const rows = async (): Promise<number> =>
    (await office.app.get(DataSource).query<unknown[]>('SELECT id FROM push_subscriptions')).length;

  const registrationOf = async (session: CDPSession): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
    await session.send('ServiceWorker.enable');
    return promise;
  };

  it('are asked for in the inbox, come while the page is away, and are ended there', async () => {
    const { body } = await office.client.get<PushKey>('/push');
    const origin = `http://127.0.0.1:${office.port}`;
    const page = await browser.open(`${origin}/livez`);
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(subscribesHere, service.subscribe('chromium', body.key));
    await page.goto(`${origin}/#/approvals`);
    const control = page.getByText('Notifications', { exact: true });
    await control.click();
    await page.getByText('Notifications are on.').waitFor();
    expect(await rows()).toBe(1);

    provider.respondWith(callsTool('run_shell', { command: 'echo by hand' }));
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    await until(() => service.messages.length > 0);
    expect(service.faults).toEqual([]);
    const { notice = {} } = service.messages[0] ?? {};
    const session = await page.context().newCDPSession(page);
    const registrationId = await registrationOf(session);
    /** As the browser's own connection to its push service would. */
    const deliver = (): Promise<unknown> =>
      session.send('ServiceWorker.deliverPushMessage', {
        ...{ origin, registrationId, data: JSON.stringify(notice) },
      });
    // Whoever looks at the page is told there.
    await deliver();
    expect(await page.evaluate(shownNow)).toEqual([]);
    // Another page of the same origin is none of them.
    await page.goto(`${origin}/livez`);
    await deliver();
    await page.goto(`${origin}/#/runs/${id}`);
    const shown = async () => page.evaluate(shownNow);
    await until(async () => (await shown()).length > 0);
    expect(await shown()).toEqual([
      { title: 'An employee asks for approval', body: 'echo by hand' },
    ]);

    await page
      .context()
      .serviceWorkers()[0]
      ?.evaluate(clicksFirst)
      .catch(() => undefined);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    expect(await shown()).toEqual([]);
    await control.click();
    await until(async () => (await rows()) === 0);
  });

  it('end in the browser at once, and in the office as soon as it can be told', async () => {
    const { body } = await office.client.get<PushKey>('/push');
    const origin = `http://127.0.0.1:${office.port}`;
    const page = await browser.open(`${origin}/livez`);
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(subscribesHere, service.subscribe('chromium', body.key));
    await page.goto(`${origin}/#/approvals`);
    const control = page.getByRole('checkbox', { name: 'Notifications' });
    await page.getByText('Notifications', { exact: true }).click();
    await page.getByText('Notifications are on.').waitFor();
    expect(await page.evaluate(isSubscribed)).toBe(true);

    const refused = { status: 409, json: { error: 'Not just now.' } };
    const ends = (url: URL): boolean => url.pathname.startsWith('/push/');
    browser.expectFault('409');
    await page.route(ends, (route) => route.fulfill(refused));
    await page.getByText('Notifications', { exact: true }).click();
    await page.getByText('Not just now.').waitFor();
    expect(await control.isChecked()).toBe(false);
    expect(await page.evaluate(isSubscribed)).toBe(false);
    expect(await rows()).toBe(1);

    await page.unroute(ends);
    await page.reload();
    await until(async () => (await rows()) === 0);
    expect(await control.isChecked()).toBe(false);
  });

  it('stay on where the browser refuses to end them, and say so', async () => {
    const { body } = await office.client.get<PushKey>('/push');
    const origin = `http://127.0.0.1:${office.port}`;
    const page = await browser.open(`${origin}/livez`);
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(subscribesHere, service.subscribe('chromium', body.key));
    await page.goto(`${origin}/#/approvals`);
    const control = page.getByRole('checkbox', { name: 'Notifications' });
    await page.getByText('Notifications', { exact: true }).click();
    await page.getByText('Notifications are on.').waitFor();
    await page.evaluate(refusesToEnd);
    await page.getByText('Notifications', { exact: true }).click();
    await page.getByText('The browser keeps it.').waitFor();
    await until(() => control.isChecked());
    expect(await rows()).toBe(1);
    await page.getByText('Notifications', { exact: true }).click();
    await until(async () => (await rows()) === 0);
    expect(await control.isChecked()).toBe(false);
  });
});
