import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { taskClasses } from '../protocol/records/enums.js';
import type { Skill } from '../protocol/records/skills.js';
import { selectSkills } from './select-skills.js';

const skill = (id: string, parts: Partial<Skill> = {}): Skill => ({
  id,
  name: id,
  description: '',
  tags: [],
  body: '',
  sourcePath: '',
  ...parts,
});

const build = skill('build', { taskClasses: ['coding'], description: 'Build what is asked.' });
const debug = skill('debugging', {
  taskClasses: ['coding', 'review'],
  description: 'Fix the fault and prove the cause.',
});
const review = skill('code-review', { taskClasses: ['review'], tags: ['findings'] });
const mend = skill('mend', { taskClasses: ['coding'], description: 'Fix the fault.' });
const writing = skill('w1', { name: 'Technical writing', taskClasses: ['summarize'] });

describe('selectSkills', () => {
  it.each([
    [
      'the one made for the task first, before one that is also for it',
      [debug, review],
      'review',
      'fix it',
      'code-review',
    ],
    [
      'the first where nothing tells them apart',
      [review, skill('r2', { taskClasses: ['review'] })],
      'review',
      '',
      'code-review',
    ],
    [
      'the one with telling words of its description',
      [build, mend],
      'coding',
      'fix what is broken and the rest',
      'mend',
    ],
    ['the first where no word tells', [build, mend], 'coding', 'add the list', 'build'],
    [
      'one that the text names by its id',
      [build, review],
      'coding',
      'Do a code-review of it',
      'code-review',
    ],
    [
      'one that the text names by its name',
      [build, writing],
      'coding',
      'apply TECHNICAL WRITING',
      'w1',
    ],
    [
      'one of one word that is called a skill',
      [review, debug],
      'debate',
      'use the debugging skill',
      'debugging',
    ],
  ] as const)('loads %s', (_, usable, taskClass, text, expected) => {
    expect(selectSkills({ usable, taskClass, text }).map(({ skillId }) => skillId)).toEqual([
      expected,
    ]);
  });

  it.each([
    ['neither made for the task nor named', [build, debug], 'debate', 'the fault and the cause'],
    ['of which the text has tags only', [build, review], 'debate', 'Findings'],
    ['whose one word is only a word', [build], 'debate', 'build a todo list'],
    ['whose name is part of other words', [writing], 'coding', 'technical writings'],
    ['where there are none', [], 'coding', 'anything'],
  ] as const)('loads none %s', (_, usable, taskClass, text) => {
    expect(selectSkills({ usable, taskClass, text })).toEqual([]);
  });

  it('says why', () => {
    expect(selectSkills({ usable: [mend], taskClass: 'coding', text: 'fix the fault' })).toEqual([
      { skillId: 'mend', via: 'task-class', reason: 'made for coding (2 matching word(s))' },
    ]);
    expect(selectSkills({ usable: [review], taskClass: 'ops', text: 'code review' })).toEqual([
      { skillId: 'code-review', via: 'keyword', reason: 'the task names it' },
    ]);
  });

  it('never loads more than one, or one the role may not use', () => {
    const usable = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1 }),
        taskClasses: fc.array(fc.constantFrom(...taskClasses), { maxLength: 2 }),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    fc.assert(
      fc.property(usable, fc.constantFrom(...taskClasses), fc.lorem(), (parts, taskClass, text) => {
        const skills = parts.map(({ id, ...rest }) => skill(id, rest));
        const chosen = selectSkills({ usable: skills, taskClass, text }).map((s) => s.skillId);
        expect(chosen.length).toBeLessThanOrEqual(1);
        expect(skills.map(({ id }) => id)).toEqual(expect.arrayContaining(chosen));
      }),
    );
  });
});
