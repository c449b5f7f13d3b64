import { describe, expect, it } from '@jest/globals';
import { aModelsConfig, FixedClock } from '#test/support/models/models-config.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { probeDelayMs, ProviderAvailability } from './provider-availability.js';

function availabilityIn(env: Readonly<Record<string, string>> = { OFFICE_LLM_MODE: 'live' }) {
  const clock = new FixedClock();
  const revision = new CatalogueRevision();
  return {
    clock,
    revision,
    availability: new ProviderAvailability(aModelsConfig(env), revision, clock),
  };
}

const keyed = { id: 'openai', keyless: false };
const keyless = { id: 'lmstudio', keyless: true };

describe('ProviderAvailability', () => {
  it('takes a provider with a key to be there, and a runtime on this machine not to be', () => {
    const { availability } = availabilityIn();
    expect(availability.silence(keyed)).toBeNull();
    expect(availability.silence(keyless)).not.toBeNull();
    availability.answered('lmstudio');
    expect(availability.silence(keyless)).toBeNull();
  });

  it('does not ask for what discovery would have to find out when that is off', () => {
    const { availability } = availabilityIn({
      OFFICE_LLM_MODE: 'live',
      OFFICE_MODEL_DISCOVERY: 'false',
    });
    expect(availability.silence(keyless)).toBeNull();
  });

  it('leaves everybody in when nobody is asked', () => {
    const { availability } = availabilityIn({ OFFICE_LLM_MODE: 'mock' });
    availability.unreachable('openai', 'gone');
    expect(availability.silence(keyed)).toBeNull();
  });

  it('has a probe due after a pause that grows with each failure, until it answers', () => {
    const { availability, clock } = availabilityIn();
    for (const failures of [1, 2, 3, 12]) {
      while (availability.due().length === 0 && failures > 1) clock.advance(1000);
      availability.unreachable('openai', 'gone');
    }
    expect(availability.absentees()).toEqual(['openai']);
    availability.answered('openai');
    clock.advance(probeDelayMs(99));
    expect(availability.due()).toEqual([]);
    expect(availability.silence(keyed)).toBeNull();
  });

  it('counts a change for the catalogue once', () => {
    const { availability, revision } = availabilityIn();
    availability.unreachable('openai', 'gone');
    const changed = revision.current;
    availability.unreachable('openai', 'gone');
    expect(revision.current).toBe(changed);
    availability.answered('openai');
    availability.answered('openai');
    expect(revision.current).toBe(changed + 1);
  });

  it('counts calls that fail together as one failure', () => {
    const { availability, clock } = availabilityIn();
    for (let call = 0; call < 18; call += 1) availability.unreachable('openai', 'gone');
    clock.advance(probeDelayMs(1));
    expect(availability.due()).toEqual(['openai']);
  });

  it('forgets a provider that is gone', () => {
    const { availability } = availabilityIn();
    availability.unreachable('openai', 'gone');
    availability.forget('openai');
    expect(availability.absentees()).toEqual([]);
  });
});

describe('probeDelayMs', () => {
  it.each([
    [1, 2000],
    [2, 4000],
    [3, 8000],
    [9, 300_000],
    [1e6, 300_000],
  ])('is after %d failures %d', (failures, ms) => {
    expect(probeDelayMs(failures)).toBe(ms);
  });
});
