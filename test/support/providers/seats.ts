import { LiveProvider } from '#models/providers/live/live-provider.js';
import type { ProviderKind } from '#platform/config/office-config.js';
import { aProvider } from '../models/a-provider.js';
import { anthropic } from './anthropic.js';
import type { Brain } from './core/reply.js';
import { simulatorKey, ProviderSimulator } from './core/simulator.js';
import type { ProviderRules } from './core/provider-rules.js';
import { deepSeek } from './deepseek.js';
import { gemini } from './gemini.js';
import { kimi } from './kimi.js';
import { lmStudio } from './lm-studio.js';
import { mistral } from './mistral.js';
import { ollama } from './ollama.js';
import { openAi } from './openai.js';
import { openRouter } from './openrouter.js';

/** A model behind the simulator of its provider. */
export interface Seat {
  readonly provider: string;
  readonly rules: () => ProviderRules;
  readonly kind?: ProviderKind;
  readonly model: string;
}

/** Every provider, with models of each kind that it requests differently. */
export const seats: readonly Seat[] = [
  { provider: 'deepseek', rules: deepSeek, model: 'deepseek-v4-pro' },
  { provider: 'deepseek', rules: deepSeek, model: 'deepseek-flash' },
  { provider: 'moonshot', rules: kimi, model: 'kimi-k3' },
  { provider: 'gemini', rules: gemini, model: 'gemini-3.8-flash' },
  { provider: 'gemini', rules: gemini, model: 'gemini-2.5-flash' },
  { provider: 'openai', rules: openAi, model: 'gpt-6.1-sol' },
  { provider: 'openai', rules: openAi, model: 'o3' },
  { provider: 'openai', rules: openAi, model: 'gpt-4.1' },
  { provider: 'anthropic', rules: anthropic, kind: 'anthropic', model: 'claude-fable-5-2' },
  { provider: 'anthropic', rules: anthropic, kind: 'anthropic', model: 'claude-sonnet-5-5' },
  { provider: 'anthropic', rules: anthropic, kind: 'anthropic', model: 'claude-opus-5' },
  { provider: 'mistral', rules: mistral, model: 'mistral-large-latest' },
  { provider: 'mistral', rules: mistral, model: 'magistral-medium-latest' },
  { provider: 'openrouter', rules: openRouter, model: 'deepseek/deepseek-v4-pro' },
  { provider: 'openrouter', rules: openRouter, model: 'openai/gpt-6.1-sol' },
  { provider: 'lmstudio', rules: () => lmStudio(), model: 'qwen/qwen3-coder-30b' },
  { provider: 'local', rules: ollama, model: 'qwen3:8b' },
];

/** The simulated provider of a seat and a connected client. */
export async function connectSeat(seat: Seat, brain: Brain) {
  const simulator = await ProviderSimulator.start(seat.rules(), { brain });
  const { provider: id, kind = 'openai-compat' } = seat;
  const { baseUrl } = simulator;
  const definition = aProvider({ id, kind, baseUrl, key: simulatorKey, headers: {} });
  return { simulator, provider: new LiveProvider(definition) };
}
