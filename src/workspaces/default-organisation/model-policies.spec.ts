import { describe, expect, it } from '@jest/globals';
import type { ModelPolicy } from '../../protocol/records/organisation.js';
import { defaultRoles } from './default-roles.js';

/** Default tier, bounds, tiers per task class, and escalation of every shipped role. */
const table: Record<string, string> = {
  ceo: 'strong small..max coding=standard debate=strong intake=small planning=strong research=standard routing=nano summarize=small workshop=strong 0.75->max',
  'design-lead':
    'standard small..max debate=strong design=strong research=standard summarize=small workshop=strong 0.7->strong',
  'ui-designer': 'standard small..max design=standard summarize=small never',
  researcher: 'standard nano..max intake=nano research=standard summarize=small never',
  cto: 'strong small..max architecture=strong coding=standard debate=strong intake=small planning=strong review=strong summarize=small 0.7->max',
  'frontend-lead':
    'standard small..max coding=strong design=standard planning=standard review=strong summarize=small 0.65->strong',
  'frontend-dev-1':
    'standard small..max coding=standard summarize=nano testing=standard 0.6->strong',
  'frontend-dev-2':
    'standard small..max coding=standard summarize=nano testing=standard 0.6->strong',
  'backend-lead':
    'standard small..max architecture=strong coding=strong review=strong summarize=small 0.65->strong',
  'backend-dev-1':
    'standard small..max coding=standard summarize=nano testing=standard 0.6->strong',
  'backend-dev-2':
    'standard small..max coding=standard summarize=nano testing=standard 0.6->strong',
  'platform-engineer':
    'standard small..max coding=standard ops=standard summarize=nano 0.65->strong',
  'qa-lead': 'standard small..max review=strong summarize=small testing=standard 0.7->strong',
};

function inOneLine(policy: ModelPolicy): string {
  const { defaultTier, minTier, maxTier, byTaskClass = {}, escalateAtComplexity } = policy;
  const classes = Object.entries(byTaskClass).map(([name, tier]) => `${name}=${tier}`);
  const escalation =
    escalateAtComplexity === undefined ? 'never' : `${escalateAtComplexity}->${policy.escalateTo}`;
  return [defaultTier, `${minTier}..${maxTier}`, ...classes.sort(), escalation].join(' ');
}

describe('the model policies', () => {
  it.each(defaultRoles.map((role) => [role.id, role.modelPolicy] as const))(
    '%s is routed as the table says',
    (id, policy) => {
      expect(inOneLine(policy)).toBe(table[id]);
    },
  );

  it('give every engineer room for a file in one answer', () => {
    const engineers = defaultRoles.filter(({ title }) => title.includes('Engineer'));
    expect(engineers).toHaveLength(5);
    for (const { modelPolicy } of engineers) expect(modelPolicy.maxOutputTokens).toBe(8192);
  });
});
