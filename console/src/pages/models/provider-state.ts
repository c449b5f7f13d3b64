import type { McpServer } from '#protocol/records/mcp.js';
import type { ProviderStatus } from '#protocol/records/models.js';
import type { Vendor } from '#protocol/records/vendors.js';
import { vendorTexts } from '#protocol/texts/vendors.js';
import { clockTime, dollars, plural } from '../../app/format.js';

interface State {
  readonly tone: 'plain' | 'good' | 'bad' | 'busy';
  readonly words: string;
}

/** State of a provider in words: unknown, or its answer to the last request or call. */
export function providerState({
  configured,
  ok,
  discoveredAt,
  keyRefusal,
  local,
}: Pick<ProviderStatus, 'configured' | 'ok' | 'discoveredAt' | 'keyRefusal' | 'local'>): State {
  if (!configured) return { tone: 'plain', words: 'no key' };
  if (keyRefusal !== undefined) return { tone: 'bad', words: 'refused the key' };
  if (ok === null) return { tone: 'plain', words: 'not tried yet' };
  if (!ok && local) return { tone: 'plain', words: 'does not answer' };
  if (!ok) return { tone: 'bad', words: 'failed when it was last asked' };
  const at = discoveredAt === null ? '' : ` at ${clockTime(discoveredAt)}`;
  return { tone: 'good', words: `answered${at}` };
}

/** Whether a server of tools is connected, in a sentence. */
export function mcpServerState({
  state,
  toolCount,
  error,
}: Pick<McpServer, 'state' | 'toolCount' | 'error'>): State {
  switch (state) {
    case 'connecting':
      return { tone: 'busy', words: 'The office is connecting to it.' };
    case 'ready':
      return { tone: 'good', words: `It is connected and offers ${plural(toolCount, 'tool')}.` };
    case 'failed':
      return {
        tone: 'bad',
        words: `It cannot be used: ${(error ?? 'it did not say why').replace(/\.$/, '')}.`,
      };
    case 'disabled':
      return { tone: 'plain', words: 'It is switched off in the configuration.' };
  }
}

/** State of an agent harness in words; one without a probe has not been asked. */
export function harnessState({
  status,
  detail,
  engagements,
}: Pick<Vendor, 'status' | 'detail' | 'engagements'>): State {
  const isUntried = detail === vendorTexts.notProbed || detail === vendorTexts.notChecked;
  const isTried = !isUntried || engagements > 0 || status === 'errored';
  if (status !== 'engaged' && !isTried) return { tone: 'plain', words: 'not tried yet' };
  switch (status) {
    case 'offsite':
      return { tone: 'plain', words: 'switched off' };
    case 'engaged':
      return { tone: 'busy', words: 'at work' };
    case 'unreachable':
    case 'errored':
      return { tone: 'bad', words: 'failed when it was last tried' };
    case 'docked':
      return { tone: 'good', words: 'answered when it was last tried' };
  }
}

/**
 * Spend that a harness reported, for a text after the number of its engagements; unreported spend
 * is unknown.
 */
export function harnessSpend({
  spentUsd,
  unknownSpends = 0,
}: Pick<Vendor, 'spentUsd' | 'unknownSpends'>): string {
  const told = spentUsd === undefined ? [] : [`${dollars(spentUsd)} spent, as it says`];
  const untold = unknownSpends === 0 ? [] : [`spend of ${unknownSpends} unknown`];
  const words = [...told, ...untold].join('; ');
  return words === '' ? '' : ` (${words})`;
}
