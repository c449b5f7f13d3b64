import { LearnedRatios } from '#models/tokens/learned-ratios.js';
import { TokenEstimates } from '#models/tokens/token-estimates.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { aModelsConfig, FixedClock } from './models-config.js';

/** The estimates of an office in this environment, and the data they learned from. */
export function estimatesOf(env: Readonly<Record<string, string>>): {
  readonly estimates: TokenEstimates;
  readonly ratios: LearnedRatios;
} {
  const config = aModelsConfig({ OFFICE_TOKEN_RATIO_CACHE: 'off', ...env });
  const clock = new FixedClock();
  const sinks = { out: () => {}, err: () => {} };
  const logger = new OfficeLogger({ clock, level: 'error', sinks });
  const ratios = new LearnedRatios(config, clock, logger);
  return { ratios, estimates: new TokenEstimates(config, ratios, logger) };
}

/** Four characters per token, as for simulated models. */
export function simulatedEstimates(): TokenEstimates {
  return estimatesOf({ OFFICE_LLM_MODE: 'mock' }).estimates;
}

/** Estimates with the tokenizer. */
export function liveEstimates(): TokenEstimates {
  return estimatesOf({ OFFICE_LLM_MODE: 'live' }).estimates;
}
