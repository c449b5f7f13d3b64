import type { CallDeadlines } from '#models/providers/live/call-deadlines.js';
import { LiveProvider } from '#models/providers/live/live-provider.js';
import { ProviderFailure } from '#models/providers/model-provider.js';
import type { ProviderRequest } from '#models/providers/model-provider.js';
import type { ProviderDefinition } from '#models/providers/provider-definition.js';
import type { ScriptedProvider } from '../scripted-provider/scripted-provider.js';
import { aModel } from './a-model.js';
import { aProvider } from './a-provider.js';

export const dialects = ['openai-compat', 'anthropic'] as const;
export type Dialect = (typeof dialects)[number];

/** Deadlines that no test reaches, even on a busy machine. */
const generous: CallDeadlines = { wholeMs: 4000, streamMs: 4000, idleMs: 4000, settleMs: 4000 };

/** Deadlines for tests that wait until one is reached. */
export const impatient: CallDeadlines = {
  wholeMs: 300,
  streamMs: 4000,
  idleMs: 300,
  settleMs: 300,
};

/** A connection to a scripted provider. */
export function connect(
  provider: ScriptedProvider,
  kind: Dialect,
  overrides: Partial<ProviderDefinition> = {},
  deadlines: CallDeadlines = generous,
): LiveProvider {
  const definition = aProvider({ kind, baseUrl: provider.baseUrl, ...overrides });
  return new LiveProvider(definition, deadlines);
}

export function aRequest(overrides: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    model: aModel({ id: 'm-1', maxOutputTokens: 4096 }),
    messages: [
      { role: 'system', content: 'You are Ada.' },
      { role: 'user', content: 'Hello.' },
    ],
    tools: [],
    signal: new AbortController().signal,
    attempt: 1,
    ...overrides,
  };
}

/** A request with a streamed answer. */
export function streamed(overrides: Partial<ProviderRequest> = {}): ProviderRequest {
  return aRequest({ onDelta: () => {}, ...overrides });
}

/** The failure of an answer. */
export async function failureOf(answer: Promise<unknown>): Promise<ProviderFailure> {
  const thrown: unknown = await answer.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof ProviderFailure) return thrown;
  throw new Error('expected a ProviderFailure', { cause: thrown });
}
