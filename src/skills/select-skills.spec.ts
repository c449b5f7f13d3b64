import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { taskClasses } from '../protocol/records/enums.js';
import type { Skill } from '../protocol/records/skills.js';
import { bestFitting, selectSkills } from './select-skills.js';

const skill = (id: string, parts: Partial<Skill> = {}): Skill => ({
  id,
  name: id,
  description: '',
  tags: [],
  body: '',
  sourcePath: '',
  ...parts,
});
const first = skill('first');
const second = skill('second');

const ids = (usable: readonly Skill[], text: string): string[] =>
  selectSkills({ usable, taskClass: 'coding', text }).map(({ skillId }) => skillId);

describe('selectSkills', () => {
  it('always takes the first two of the role, whatever the task', () => {
    expect(selectSkills({ usable: [second, first], taskClass: 'ops', text: '' })).toEqual([
      { skillId: 'second', via: 'role-default', reason: 'always at hand for this role' },
      { skillId: 'first', via: 'role-default', reason: 'always at hand for this role' },
    ]);
  });

  it('puts skills made for the task class before those whose words match', () => {
    const made = skill('made', { taskClasses: ['coding'] });
    const wordy = skill('wordy', { tags: ['retries'], description: 'Errors and retries.' });
    const [, , ...extra] = selectSkills({
      usable: [first, second, wordy, made],
      taskClass: 'coding',
      text: 'retries and errors',
    });
    expect(extra).toEqual([
      { skillId: 'made', via: 'task-class', reason: 'made for coding (0 matching word(s))' },
      { skillId: 'wordy', via: 'keyword', reason: '3 word(s) of the task match' },
    ]);
  });

  it('counts repeats, finds words inside words, ignores case and single letters', () => {
    const cache = skill('cache', { description: 'Caching rules' });
    const queue = skill('queue', { tags: ['queues'] });
    expect(ids([first, second, queue, cache], 'QUEUE cach cach A b')).toEqual([
      'first',
      'second',
      'cache',
      'queue',
    ]);
    expect(ids([first, second, cache], 'a r u')).toEqual(['first', 'second']);
  });

  it('breaks ties by id and stops at five', () => {
    const others = ['d', 'c', 'b', 'a'].map((id) => skill(id, { taskClasses: ['coding'] }));
    expect(ids([first, second, ...others], '')).toEqual(['first', 'second', 'a', 'b', 'c']);
  });

  it('never takes more than five, a skill twice, or one the role may not use', () => {
    const usable = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1 }), tags: fc.array(fc.lorem({ maxCount: 1 })) }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    fc.assert(
      fc.property(usable, fc.constantFrom(...taskClasses), fc.lorem(), (parts, taskClass, text) => {
        const skills = parts.map(({ id, tags }) => skill(id, { tags }));
        const chosen = selectSkills({ usable: skills, taskClass, text }).map((s) => s.skillId);
        expect(chosen.length).toBeLessThanOrEqual(5);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(skills.map(({ id }) => id)).toEqual(expect.arrayContaining(chosen));
        expect(chosen.slice(0, 2)).toEqual(skills.slice(0, 2).map(({ id }) => id));
      }),
    );
  });
});

describe('bestFitting', () => {
  const build = skill('build', { taskClasses: ['coding'], description: 'Build what is asked.' });
  const debug = skill('debug', {
    taskClasses: ['coding', 'review'],
    description: 'Fix the fault and prove the cause.',
  });
  const review = skill('review', { taskClasses: ['review'], tags: ['findings'] });

  it.each([
    [
      'the one made for the task before one that is also for it',
      [debug, review],
      'review',
      'fix it',
    ],
    [
      'the first where nothing tells them apart',
      [review, skill('r2', { taskClasses: ['review'] })],
      'review',
      '',
    ],
    ['one that the text names where none is made for it', [build, review], 'debate', 'Findings'],
  ] as const)('takes %s', (_, skills, taskClass, text) => {
    expect(bestFitting(skills, taskClass, text)).toBe(review);
  });

  it('goes by telling words of the description among those made for the task', () => {
    const mend = skill('mend', { taskClasses: ['coding'], description: 'Fix the fault.' });
    expect(bestFitting([build, mend], 'coding', 'fix what is broken and the rest')).toBe(mend);
    expect(bestFitting([build, mend], 'coding', 'add the list')).toBe(build);
  });

  it('takes none that is neither made for the task nor named in the text', () => {
    expect(bestFitting([build, debug], 'debate', 'the fault and the cause')).toBeUndefined();
  });
});
