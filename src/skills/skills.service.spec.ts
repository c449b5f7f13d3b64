import { describe, expect, it } from '@jest/globals';
import type { Skill } from '../protocol/records/skills.js';
import { SkillsService } from './skills.service.js';

const skill = (id: string): Skill => ({
  id,
  name: id.toUpperCase(),
  description: `about ${id}`,
  tags: ['t'],
  body: 'secret body',
  sourcePath: `${id}.md`,
});

describe('SkillsService', () => {
  it('lists skills by id and shows no bodies', () => {
    const skills = new SkillsService([skill('b'), skill('a')]);
    expect(skills.summaries()).toEqual([
      { id: 'a', name: 'A', description: 'about a', tags: ['t'] },
      { id: 'b', name: 'B', description: 'about b', tags: ['t'] },
    ]);
  });

  it('takes in the skills of a plugin and lets them go', () => {
    const skills = new SkillsService([skill('a')]);
    const withdraw = skills.register(skill('z'));
    expect(skills.get('z')).toBeDefined();
    withdraw();
    withdraw();
    expect(skills.all().map(({ id }) => id)).toEqual(['a']);
  });

  it('refuses an id that is taken, and a late withdrawal does not remove its successor', () => {
    const skills = new SkillsService([]);
    const withdraw = skills.register(skill('a'));
    expect(() => skills.register(skill('a'))).toThrow('skill "a" is already registered.');
    withdraw();
    skills.register(skill('a'));
    withdraw();
    expect(skills.get('a')).toBeDefined();
  });
});
