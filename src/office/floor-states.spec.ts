import { describe, expect, it } from '@jest/globals';
import { enabledSkills } from './floor-states.js';

const skill = (id: string) => ({
  id,
  name: id.toUpperCase(),
  description: `about ${id}`,
  tags: ['t'],
  body: 'secret',
  sourcePath: '/skills/x.md',
});

describe('enabledSkills', () => {
  it("summarises in the floor's order and leaves out what is gone", () => {
    expect(enabledSkills([skill('a'), skill('b'), skill('c')], ['c', 'gone', 'a'])).toEqual([
      { id: 'c', name: 'C', description: 'about c', tags: ['t'] },
      { id: 'a', name: 'A', description: 'about a', tags: ['t'] },
    ]);
  });
});
