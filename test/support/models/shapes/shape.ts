import type { ProviderAnswer } from '#models/providers/model-provider.js';

/** An answer as a gateway sends it, and the result that is read from it. */
export interface Shape {
  readonly name: string;
  /** The body as sent. */
  readonly body: string;
  readonly type?: string;
  /** True if the call was not streamed. */
  readonly whole?: true;
  readonly answer: Partial<ProviderAnswer>;
}

/** Server-sent events; a string is the data itself. */
export function events(...data: readonly (object | string)[]): string {
  return data
    .map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
    .join('');
}
