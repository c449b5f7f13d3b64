import type { ProviderStatus } from '#protocol/records/models.js';
import type { Vendor } from '#protocol/records/vendors.js';
import { vendorTexts } from '#protocol/texts/vendors.js';
import { clockTime } from '../../app/format.js';

interface State {
  readonly tone: 'plain' | 'good' | 'bad' | 'busy';
  readonly words: string;
}

/** What is known of a provider: nothing, or how it answered when it was asked. */
export function providerState({
  configured,
  ok,
  discoveredAt,
}: Pick<ProviderStatus, 'configured' | 'ok' | 'discoveredAt'>): State {
  if (!configured) return { tone: 'plain', words: 'no key' };
  if (ok === null) return { tone: 'plain', words: 'not tried yet' };
  if (!ok) return { tone: 'bad', words: 'failed when it was last asked' };
  const at = discoveredAt === null ? '' : ` at ${clockTime(discoveredAt)}`;
  return { tone: 'good', words: `answered${at}` };
}

/** What is known of an agent harness; one without a probe was never asked. */
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
