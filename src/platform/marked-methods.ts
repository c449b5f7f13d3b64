import { type DiscoveryService, MetadataScanner } from '@nestjs/core';

/** A method of an object that a decorator has marked. */
export interface MarkedMethod<Mark> {
  readonly prototype: object;
  readonly method: string;
  /** `Class.method`, for people. */
  readonly name: string;
  readonly handler: (...given: readonly unknown[]) => unknown;
  readonly mark: Mark;
}

const scanner = new MetadataScanner();

/** The providers of the application, each once, even if it has several tokens. */
export function providersOf(discovery: DiscoveryService): readonly object[] {
  const instances = discovery.getProviders().map(({ instance }) => instance as unknown);
  const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null;
  return [...new Set(instances)].filter(isObject);
}

/** The methods of an object that a decorator has marked under the key, own and inherited. */
export function markedMethods<Mark>(instance: object, key: symbol): readonly MarkedMethod<Mark>[] {
  const prototype = (Object.getPrototypeOf(instance) ?? {}) as object;
  return scanner.getAllMethodNames(prototype).flatMap((method) => {
    const handler = Reflect.get(prototype, method) as MarkedMethod<Mark>['handler'];
    const mark = Reflect.getMetadata(key, handler) as Mark | undefined;
    if (mark === undefined) return [];
    const name = `${instance.constructor.name}.${method}`;
    return { prototype, method, name, handler: handler.bind(instance), mark };
  });
}
