export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Those of OpenTelemetry; a run has no parent, so `parentbased_…` decides like the one it names. */
export const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type TraceSampler = (typeof traceSamplers)[number];

/** Where traces go (docs/operations.md, Traces). */
export interface TracesConfig {
  /** Of an OTLP receiver over HTTP, path included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: TraceSampler;
  /** 0 to 1; of the samplers by ratio. */
  readonly sampledShare: number;
  /** Between two requests to the receiver. */
  readonly delayMs: number;
}
