import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../support/run-program.js';

const scope = 'https://example.org/office/';
const notice = { title: 'Run done', body: 'Mend it', tag: 't', place: '#/runs/run_1' };
const place = `${scope}#/runs/run_1`;

type Listener = (event: object) => void;

/** The built service worker, in an origin with these windows that are seen. */
async function workerWith(built: string, windows: readonly { url: string; moves?: boolean }[]) {
  const told: string[] = [];
  const listeners = new Map<string, Listener>();
  const shown = windows.map(({ url, moves = true }) => ({
    url,
    visibilityState: 'visible',
    navigate: async (to: string) => {
      if (!moves) throw new TypeError('It is not controlled.');
      told.push(`${url} goes to ${to}`);
    },
    focus: async () => void told.push(`${url} is seen`),
  }));
  const self = {
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    registration: {
      scope,
      showNotification: async (title: string) => void told.push(`notice: ${title}`),
    },
    clients: {
      matchAll: async () => shown,
      openWindow: async (url: string) => void told.push(`opened ${url}`),
    },
  };
  runInContext(built, createContext({ self, URL }));
  const fire = async (type: string, event: object): Promise<readonly string[]> => {
    let work: Promise<unknown> | undefined;
    listeners.get(type)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
    return told.splice(0);
  };
  return {
    tell: () => fire('push', { data: { json: () => notice } }),
    click: () => fire('notificationclick', { notification: { data: notice, close: () => 0 } }),
  };
}

describe('the service worker of the page', () => {
  let built: string;
  beforeAll(async () => {
    built = await readFile(join(repositoryRoot, 'dist/console/service-worker.js'), 'utf8');
  });

  it.each([
    ['another program of the origin', 'https://example.org/wiki/'],
    ['one whose path begins alike', 'https://example.org/office-hours/'],
    ['another page of the office', `${scope}docs`],
  ])('knows the page from %s', async (_, url) => {
    const worker = await workerWith(built, [{ url }]);
    expect(await worker.tell()).toEqual(['notice: Run done']);
    expect(await worker.click()).toEqual([`opened ${place}`]);
  });

  it('tells nothing while the page is seen, and shows there what is clicked', async () => {
    const url = `${scope}?x=1#/costs`;
    const worker = await workerWith(built, [{ url: 'https://example.org/wiki/' }, { url }]);
    expect(await worker.tell()).toEqual([]);
    expect(await worker.click()).toEqual([`${url} goes to ${place}`, `${url} is seen`]);
  });

  it('opens a window where the page cannot be moved', async () => {
    const worker = await workerWith(built, [{ url: scope, moves: false }]);
    expect(await worker.click()).toEqual([`opened ${place}`]);
  });
});
