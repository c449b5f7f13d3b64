import {
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Subscription } from 'rxjs';
import { markedMethods, providersOf } from '../marked-methods.js';
import { EventBus } from './event-bus.js';
import { type ListenerMark, officeListenerKey } from './office-listener.js';

/**
 * Subscribes the `@OnOfficeEvent` and `@OnEveryEvent` methods of the application. Those for single
 * types come first, those for every event after all modules have been initialised.
 */
@Injectable()
export class OfficeListeners implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly subscriptions = new Subscription();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly bus: EventBus,
  ) {}

  onModuleInit(): void {
    this.subscribe((mark) => mark !== 'every');
  }

  onApplicationBootstrap(): void {
    this.subscribe((mark) => mark === 'every');
  }

  onModuleDestroy(): void {
    this.subscriptions.unsubscribe();
  }

  private subscribe(isWanted: (mark: ListenerMark) => boolean): void {
    for (const provider of providersOf(this.discovery)) {
      this.subscriptions.add(subscribeListeners(this.bus, provider, isWanted));
    }
  }
}

/** Subscribes the marked methods of one object. */
export function subscribeListeners(
  bus: EventBus,
  instance: object,
  isWanted: (mark: ListenerMark) => boolean = () => true,
): Subscription {
  const subscriptions = new Subscription();
  for (const { mark, name, handler } of markedMethods<ListenerMark>(instance, officeListenerKey)) {
    if (!isWanted(mark)) continue;
    const types: ReadonlySet<string> | null = mark === 'every' ? null : new Set(mark);
    const isHeard = (type: string): boolean => types === null || types.has(type);
    subscriptions.add(
      bus.listen(name, (event) => (isHeard(event.type) ? handler(event) : undefined)),
    );
  }
  return subscriptions;
}
