import type { ProviderAnswer } from '#models/providers/model-provider.js';

/** An answer as a gateway sends it, and what is read of it. */
export interface Shape {
  readonly name: string;
  /** The body as it is sent. */
  readonly body: string;
  readonly type?: string;
  /** The call was not streamed. */
  readonly whole?: true;
  readonly answer: Partial<ProviderAnswer>;
}

/** Server-sent events; a text is the data as it is. */
export function events(...data: readonly (object | string)[]): string {
  return data
    .map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`)
    .join('');
}
