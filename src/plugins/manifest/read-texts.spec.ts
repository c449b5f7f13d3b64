import { describe, expect, it } from '@jest/globals';
import { readContribution } from '#test/support/plugins/read-contribution.js';

describe('skills of a plugin', () => {
  const skill = { id: 's', name: 'S', description: 'd', body: '\n# Body\n' };

  it('keep their body as it was written, and labels in their plain spelling', () => {
    const labels: unknown[] = [' a ', 7, true, {}, { toString: 1 }, ''];
    expect(
      readContribution('skills', [{ ...skill, tags: labels, taskClasses: ['coding'] }]),
    ).toEqual({
      items: [{ ...skill, tags: ['a', '7', 'true'], taskClasses: ['coding'] }],
      warnings: [],
    });
    expect(readContribution('skills', [skill]).items).toEqual([{ ...skill, tags: [] }]);
  });

  it.each([{ id: '' }, { name: 7 }, { description: null }, { body: ' \n ' }, { body: 7 }])(
    'are dropped with %j',
    (fields) => {
      expect(readContribution('skills', [{ ...skill, ...fields }])).toEqual({
        items: undefined,
        warnings: ['skills[0] needs id, name, description and a non-empty body; dropped.'],
      });
    },
  );
});

describe('routing rules of a plugin', () => {
  it('keep what is known, in silence', () => {
    const lists = { preferProviderIds: ['a', '', 7], preferModelIds: [], avoidModelIds: 'x' };
    expect(
      readContribution('routingRules', [
        { id: 'r', taskClass: 'coding', tier: 'small', ...lists },
        { id: 'q', description: 'why', taskClass: 'magic', tier: 'huge' },
      ]),
    ).toEqual({
      items: [
        {
          id: 'r',
          description: 'no description',
          taskClass: 'coding',
          tier: 'small',
          preferProviderIds: ['a'],
        },
        { id: 'q', description: 'why' },
      ],
      warnings: [],
    });
  });

  it('need an id', () => {
    expect(readContribution('routingRules', [{}]).warnings).toEqual([
      'routingRules[0] needs an id; dropped.',
    ]);
  });
});

describe('names of tools', () => {
  it('are texts, and a claim only', () => {
    expect(readContribution('toolNames', ['echo', 7, ' ']).items).toEqual(['echo']);
  });
});
