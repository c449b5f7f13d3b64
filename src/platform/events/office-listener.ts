import { SetMetadata } from '@nestjs/common';
import type { AnnouncedEvent, AnnouncedOf, AnnouncedType } from './event-bus.js';

export const officeListenerKey = Symbol('office listener');

/** What a method hears: events of these types, or every announced one. */
export type ListenerMark = readonly AnnouncedType[] | 'every';

/** Decorates a method that takes the event. */
type ListenerDecorator<Event> = <Method extends (event: Event) => void | Promise<void>>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Marks a method of any provider as a listener for events of these types. It may be called before
 * its own module is initialised, and until all modules are destroyed. Its errors are logged; the
 * other listeners still receive the event.
 */
export function OnOfficeEvent<Type extends AnnouncedType>(
  ...types: readonly Type[]
): ListenerDecorator<AnnouncedOf<Type>> {
  return listener(types);
}

/**
 * The same for every announced event, internal ones included. It is called once the modules have been
 * initialised, and after those that listen for a type.
 */
export function OnEveryEvent(): ListenerDecorator<AnnouncedEvent> {
  return listener('every');
}

function listener(mark: ListenerMark): ListenerDecorator<never> {
  return (target, method, descriptor) => {
    SetMetadata(officeListenerKey, mark)(target, method, descriptor);
  };
}
