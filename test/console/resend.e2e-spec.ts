import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page, Route, WebSocketRoute } from 'playwright-core';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

/** The way between a page and its service, which is cut when the test says so. */
class CutWay {
  /** The commands that the page has sent, pings aside. */
  readonly sent: { readonly type: string; readonly requestId?: string }[] = [];
  /** What the next command loses: itself, or its answer. */
  loses: 'command' | 'answer' | null = null;
  isClosed = false;
  /** True: once it is cut, it stays so. */
  closesNext = false;
  private readonly open = new Set<WebSocketRoute>();

  async between(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws/, (socket) => {
      if (this.isClosed) {
        void socket.close();
        return;
      }
      this.open.add(socket);
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const command = JSON.parse(String(message)) as (typeof this.sent)[number];
        if (command.type !== 'ping') this.sent.push(command);
        if (command.type === 'addRoom' && this.loses === 'command') this.cut();
        else server.send(message);
      });
      server.onMessage((message) => {
        const isAnswer = String(message).includes('"command.done"');
        if (isAnswer && this.loses === 'answer') this.cut();
        else if (this.open.has(socket)) socket.send(message);
      });
    });
  }

  cut(): void {
    this.loses = null;
    this.isClosed ||= this.closesNext;
    this.closesNext = false;
    for (const socket of this.open) void socket.close();
    this.open.clear();
  }
}

describeInBrowser('a page whose connection breaks', () => {
  const browser = testBrowser();
  const brief = 'What is sent twice?';
  let office: BuiltOffice;
  let way: CutWay;
  let service: OfficeSocket;

  beforeAll(async () => {
    office = await startBuiltOffice();
    service = await office.service.client.connect();
  });
  afterAll(() => office.close());
  beforeEach(() => {
    browser.expectFault('WebSocket');
    way = new CutWay();
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.open('about:blank');
    await way.between(page);
    await page.goto(`${office.url}/#/${path}`);
    await page.getByText('Connected').waitFor();
    return page;
  }
  async function openFloor(): Promise<Page> {
    const page = await open('people');
    await page.getByRole('tab', { name: 'This floor' }).click();
    return page;
  }
  const build = (page: Page) =>
    page.getByRole('button', { name: 'Build one more room', exact: true }).click();
  const says = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();
  const rooms = async (): Promise<number> =>
    (await office.service.client.get<OfficeState>('/api/state')).body.floor.layout.blocks.length;
  const handedIn = async (): Promise<number> =>
    (await office.service.client.get<Run[]>('/api/runs?limit=200')).body.filter(
      (run) => run.brief === brief,
    ).length;
  /** What somebody else's command is answered. */
  async function ask(type: 'addRoom' | 'removeRoom'): Promise<ServerEvent> {
    const requestId = randomUUID();
    service.send({ type, requestId });
    return service.waitForAny((event) => 'requestId' in event && event.requestId === requestId);
  }
  /** The connection is cut, and there again. */
  async function comesBack(page: Page): Promise<void> {
    way.isClosed = true;
    way.cut();
    await page.getByText('Reconnecting…').waitFor();
    way.isClosed = false;
    await page.getByText('Connected').waitFor();
  }

  it.each(['command', 'answer'] as const)(
    'sends what was on its way again under its id, and it is done once: the %s was lost',
    async (lost) => {
      const page = await openFloor();
      const before = await rooms();
      way.loses = lost;
      await build(page);
      await says(page, 'A room was built.');
      expect(way.sent.map(({ type }) => type)).toEqual(['addRoom', 'addRoom']);
      expect(way.sent[0]?.requestId).toMatch(/^[0-9a-f]{32}$/);
      expect(way.sent[1]).toEqual(way.sent[0]);
      await comesBack(page);
      expect(await rooms()).toBe(before + 1);
      expect(way.sent).toHaveLength(2);
    },
  );

  it('never sends what it could not send, and said so', async () => {
    const page = await openFloor();
    const before = await rooms();
    way.isClosed = true;
    way.cut();
    await page.getByText('Reconnecting…').waitFor();
    await build(page);
    await page.locator('.toast.error', { hasText: 'Not sent' }).waitFor();
    way.isClosed = false;
    await page.getByText('Connected').waitFor();
    // Whatever was kept would be sent before this.
    await build(page);
    await says(page, 'A room was built.');
    await comesBack(page);
    expect(way.sent.map(({ type }) => type)).toEqual(['addRoom']);
    expect(await rooms()).toBe(before + 1);
  });

  it('shows that what was sent waits for the connection, until it is done', async () => {
    const page = await openFloor();
    const before = await rooms();
    const waits = page.getByText('What you sent waits for the connection.');
    way.loses = 'answer';
    way.closesNext = true;
    await build(page);
    await waits.waitFor();
    way.isClosed = false;
    await says(page, 'A room was built.');
    await waits.waitFor({ state: 'detached' });
    expect(await rooms()).toBe(before + 1);
  });

  it('never sends again what was refused, also where it would be done now', async () => {
    const noRoom = 'there is no room left to build on';
    while ((await ask('addRoom')).type === 'command.done');
    const page = await openFloor();
    await build(page);
    await says(page, noRoom);
    expect(await ask('removeRoom')).toMatchObject({ type: 'command.done' });
    const before = await rooms();
    await comesBack(page);
    await comesBack(page);
    expect(way.sent.map(({ type }) => type)).toEqual(['addRoom']);
    expect(await rooms()).toBe(before);
  });

  async function handIn(page: Page): Promise<void> {
    await page.getByLabel('Give the office a brief').fill(brief);
    await page.getByRole('button', { name: 'Hand it in' }).click();
  }

  it('hands a brief in once, however often its answer is lost', async () => {
    browser.expectFault('ERR_CONNECTION_RESET');
    const page = await open('?new=1');
    const keys: (string | undefined)[] = [];
    const losing = async (route: Route): Promise<void> => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 2) await route.continue();
      else {
        await route.fetch();
        await route.abort('connectionreset');
      }
    };
    await page.route('**/api/submit', losing);
    const before = await handedIn();
    await handIn(page);
    await until(() => keys.length === 3);
    const field = page.getByLabel('Give the office a brief');
    await until(async () => (await field.inputValue()) === '');
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await handedIn()).toBe(before + 1);
  });

  it('never hands in by itself what it has said to be lost', async () => {
    browser.expectFault('ERR_CONNECTION_REFUSED');
    const page = await open('?new=1');
    const before = await handedIn();
    let tries = 0;
    await page.route('**/api/submit', (route) => {
      tries += 1;
      return route.abort('connectionrefused');
    });
    await handIn(page);
    await page.locator('.toast.error').waitFor();
    await page.unroute('**/api/submit');
    await comesBack(page);
    await comesBack(page);
    expect(tries).toBe(3);
    expect(await handedIn()).toBe(before);
    // What was written is still there to be handed in.
    expect(await page.getByLabel('Give the office a brief').inputValue()).toBe(brief);
  });

  it('hands in once what was said to be lost and is handed in again', async () => {
    browser.expectFault('ERR_CONNECTION_RESET');
    const page = await open('?new=1');
    const before = await handedIn();
    let tries = 0;
    await page.route('**/api/submit', async (route) => {
      tries += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await handIn(page);
    await page.locator('.toast.error').waitFor();
    await page.unroute('**/api/submit');
    await page.getByRole('button', { name: 'Hand it in' }).click();
    const field = page.getByLabel('Give the office a brief');
    await until(async () => (await field.inputValue()) === '');
    expect(tries).toBe(3);
    expect(await handedIn()).toBe(before + 1);
  });

  it('does not try to hand in without a connection, and keeps what was written', async () => {
    const page = await open('?new=1');
    let tries = 0;
    await page.route('**/api/submit', (route) => {
      tries += 1;
      return route.continue();
    });
    way.isClosed = true;
    way.cut();
    await page.getByText('Reconnecting…').waitFor();
    await handIn(page);
    await page.locator('.toast.error', { hasText: 'Not sent' }).waitFor();
    expect(tries).toBe(0);
    expect(await page.getByLabel('Give the office a brief').inputValue()).toBe(brief);
    way.isClosed = false;
    await page.getByText('Connected').waitFor();
    const before = await handedIn();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await until(async () => (await handedIn()) === before + 1);
    expect(tries).toBe(1);
  });
});
