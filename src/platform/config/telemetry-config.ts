export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** The samplers of OpenTelemetry; runs have no parent, so `parentbased_x` equals `x`. */
export const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type TraceSampler = (typeof traceSamplers)[number];

/** Where traces go (docs/operations.md, Traces). */
export interface TracesConfig {
  /** URL of an OTLP receiver over HTTP, including the path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: TraceSampler;
  /** 0 to 1; used by the ratio samplers. */
  readonly sampledShare: number;
  /** Interval of requests to the receiver, ms. */
  readonly delayMs: number;
}
