import { FailoverCaller } from '#models/gateway/failover-caller.js';
import type { ModelAnswer, ModelCall } from '#models/gateway/model-call.js';
import { LiveProvider } from '#models/providers/live/live-provider.js';
import type { ProviderKind } from '#platform/config/office-config.js';
import type { RouteDecision } from '#protocol/records/routes.js';
import { simulatorKey, ProviderSimulator } from '../providers/core/simulator.js';
import type { SimulatorOptions } from '../providers/core/simulator.js';
import type { ProviderRules } from '../providers/core/provider-rules.js';
import { aModel } from './a-model.js';
import { aProvider } from './a-provider.js';
import { attemptsAtOnce } from './attempts-at-once.js';

/** A model of a simulated provider. */
export interface Seat {
  readonly provider: string;
  readonly rules: () => ProviderRules;
  readonly kind?: ProviderKind;
  readonly model: string;
  /** Other models of the provider, used as fallbacks. */
  readonly others?: readonly string[];
}

/** The result of a call, with everything that clients received. */
export interface Called {
  readonly answer: ModelAnswer | null;
  readonly thrown: unknown;
  readonly told: readonly { readonly text?: string; readonly reasoning?: string; restart?: true }[];
}

/** The service's route to a model of a simulated provider; waits end at once. */
export class SimulatedRoute {
  /** Length of each wait, ms. */
  readonly waits: number[] = [];
  private readonly caller: FailoverCaller;

  private constructor(
    readonly simulator: ProviderSimulator,
    private readonly seat: Seat,
  ) {
    const { provider: id, kind = 'openai-compat' } = seat;
    const { baseUrl } = simulator;
    const provider = new LiveProvider(
      aProvider({ id, kind, baseUrl, key: simulatorKey, headers: {} }),
    );
    const callable = (providerId: string, modelId: string) => ({
      provider,
      model: aModel({ id: modelId, providerId, maxOutputTokens: 8192 }),
    });
    const attempts = attemptsAtOnce((ms) => this.waits.push(ms));
    this.caller = new FailoverCaller({ callable }, attempts);
  }

  static async to(seat: Seat, options: SimulatorOptions = {}): Promise<SimulatedRoute> {
    return new SimulatedRoute(await ProviderSimulator.start(seat.rules(), options), seat);
  }

  close(): Promise<void> {
    return this.simulator.close();
  }

  /** Calls the model, streamed by default. */
  async ask(call: Partial<ModelCall> = {}, streamed = true): Promise<Called> {
    const told: Called['told'][number][] = [];
    const listeners = {
      onDelta: (text: string, restart?: true) =>
        void told.push({ text, ...(restart && { restart }) }),
      onReasoning: (reasoning: string) => void told.push({ reasoning }),
    };
    const whole: ModelCall = {
      messages: [
        { role: 'system', content: 'You are Ada.' },
        { role: 'user', content: 'Why is the sky blue?' },
      ],
      tools: [],
      signal: new AbortController().signal,
      ...(streamed && listeners),
      ...call,
    };
    try {
      return { answer: await this.caller.call(this.decision(), whole), thrown: null, told };
    } catch (thrown) {
      return { answer: null, thrown, told };
    }
  }

  private decision(): RouteDecision {
    const { provider: providerId, model, others = [] } = this.seat;
    const route = (modelId: string) =>
      ({ providerId, modelId, tier: 'standard', blendedCostPerKTok: 0, reason: '' }) as const;
    return {
      ...route(model),
      taskClass: 'coding',
      fallbacks: others.map(route),
      considered: [],
    };
  }
}
