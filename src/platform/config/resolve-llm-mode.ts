import { modeTexts } from '../../protocol/texts/models.js';
import type { LlmConfig, LlmModeSetting } from './office-config.js';

/** Resolves the mode setting, given the ids of the configured providers. */
export function resolveLlmMode(setting: LlmModeSetting, configured: readonly string[]): LlmConfig {
  const hasProvider = configured.length > 0;
  switch (setting) {
    case 'auto':
      return hasProvider
        ? { setting, mode: 'live', reason: modeTexts.autoLive(configured) }
        : { setting, mode: 'mock', reason: modeTexts.autoMock };
    case 'mock':
      return {
        setting,
        mode: 'mock',
        reason: hasProvider ? modeTexts.mockDespite(configured) : modeTexts.mock,
      };
    case 'live':
      return {
        setting,
        mode: 'live',
        reason: hasProvider ? modeTexts.live(configured) : modeTexts.liveWithout,
      };
  }
}
