import { describe, expect, it } from '@jest/globals';
import { readContribution } from '#test/support/plugins/read-contribution.js';

const whole = {
  id: 'auditor',
  displayName: 'Ada',
  title: 'Auditor',
  departmentId: 'quality',
  seniority: 'senior',
  rank: 2,
  reportsTo: 'cto',
  mission: 'Look closely.',
  responsibilities: ['Read'],
  skillIds: ['code-review'],
  allowedTools: ['read_file'],
  modelPolicy: { defaultTier: 'strong', minTier: 'small', maxTier: 'max' },
  seatId: null,
  roomId: null,
  canDelegate: true,
  maxDirectReports: 3,
  persona: { voice: 'Calm.', values: ['care'], debateStyle: 'asks' },
  appearance: { bodyColor: '#112233', accentColor: '#445566', height: 1.1 },
  maxTurnsPerStage: 4,
};
const read = (role: object) => readContribution('roleTemplates', [role]);

describe('role templates of a plugin', () => {
  it('are taken as they are when they are whole', () => {
    expect(read(whole)).toEqual({ items: [whole], warnings: [] });
  });

  it('are completed with the least a role may be, and say what was filled', () => {
    expect(read({ id: 'a', displayName: 'Ada', title: 'T' })).toEqual({
      items: [
        {
          id: 'a',
          displayName: 'Ada',
          title: 'T',
          departmentId: 'unassigned',
          seniority: 'mid',
          rank: 50,
          reportsTo: null,
          mission: '',
          responsibilities: [],
          skillIds: [],
          allowedTools: [],
          modelPolicy: { defaultTier: 'standard', minTier: 'nano', maxTier: 'max' },
          seatId: null,
          roomId: null,
          canDelegate: false,
          maxDirectReports: 0,
          persona: { voice: expect.stringContaining('Ada'), values: [] },
          appearance: { bodyColor: '#94a3b8', accentColor: '#475569', height: 1 },
          maxTurnsPerStage: 2,
        },
      ],
      warnings: [
        'roleTemplates[0] (a) did not declare seniority, rank, responsibilities, skillIds, allowedTools, modelPolicy, modelPolicy.minTier, modelPolicy.maxTier, maxDirectReports, persona.values, appearance.height, maxTurnsPerStage; safe defaults were filled in so the template is a complete role. Hiring it is still your decision.',
      ],
    });
  });

  it('lose what is of the wrong kind', () => {
    const { items, warnings } = read({
      ...whole,
      rank: 'high',
      responsibilities: ['Read', 7],
      maxTurnsPerStage: 0,
      canDelegate: 'yes',
      appearance: { bodyColor: 'url(x)', accentColor: '#445566', height: -1 },
      modelPolicy: { defaultTier: 'strong', minTier: 'max', maxTier: 'nano', pin: true },
    });
    expect(items?.[0]).toMatchObject({
      rank: 50,
      responsibilities: ['Read'],
      maxTurnsPerStage: 2,
      canDelegate: false,
      appearance: { bodyColor: '#94a3b8', accentColor: '#445566', height: 1 },
    });
    expect(items?.[0]?.modelPolicy).toEqual({
      defaultTier: 'strong',
      minTier: 'nano',
      maxTier: 'max',
    });
    expect(warnings).toEqual([
      expect.stringContaining(
        'did not declare rank, modelPolicy.minTier, modelPolicy.maxTier, appearance.height, maxTurnsPerStage;',
      ),
    ]);
  });

  it.each([{ id: '' }, { displayName: 7 }, { title: ' ' }])('are dropped with %j', (fields) => {
    expect(read({ ...whole, ...fields })).toEqual({
      items: undefined,
      warnings: ['roleTemplates[0] needs id, displayName and title; dropped.'],
    });
  });
});
