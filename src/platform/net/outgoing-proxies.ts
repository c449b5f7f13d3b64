import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '../config/office-config.js';
import type { ProxiesConfig } from '../config/proxy-address.js';

/**
 * Applies the proxies of the environment to every `fetch` of the process while the application
 * lives.
 */
@Injectable()
export class OutgoingProxies implements OnModuleInit, OnModuleDestroy {
  private restore: (() => Promise<void>) | undefined;

  constructor(private readonly config: OfficeConfig) {}

  async onModuleInit(): Promise<void> {
    this.restore = await sendByProxies(this.config.proxies);
  }

  async onModuleDestroy(): Promise<void> {
    await this.restore?.();
  }
}

/**
 * Routes every `fetch` and `WebSocket` of the process through the proxies. Without proxies nothing
 * is loaded or changed. Returns a function that undoes it.
 */
export async function sendByProxies(proxies: ProxiesConfig): Promise<() => Promise<void>> {
  if (proxies.http === null && proxies.https === null) return () => Promise.resolve();
  const { Agent, getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
  const { ProxyDispatcher } = await import('./proxy-dispatcher.js');
  const before = getGlobalDispatcher();
  const dispatcher = new ProxyDispatcher({ proxies, direct: new Agent(), readsPages: false });
  setGlobalDispatcher(dispatcher);
  return async () => {
    if (getGlobalDispatcher() === dispatcher) setGlobalDispatcher(before);
    await dispatcher.destroy();
  };
}
