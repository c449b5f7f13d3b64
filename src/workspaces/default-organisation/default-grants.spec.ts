import { describe, expect, it } from '@jest/globals';
import { defaultRoles } from './default-roles.js';
import { developTools, documentTools, readTools, researchTools } from './tool-sets.js';

const engineering = [...developTools];

/** Tools and skills of every shipped role. */
const table: Record<string, { tools: readonly string[]; skills: string }> = {
  ceo: {
    tools: ['think', 'list_dir', 'read_file', 'write_file', 'web_search', 'web_fetch'],
    skills: 'task-decomposition, debate-and-critique, technical-writing, spec-writing',
  },
  'design-lead': {
    tools: documentTools,
    skills: 'ux-design, spec-writing, debate-and-critique, visual-design, technical-writing',
  },
  'ui-designer': { tools: documentTools, skills: 'visual-design, ux-design, spec-writing' },
  researcher: {
    tools: researchTools,
    skills: 'web-research, technical-writing, debate-and-critique',
  },
  cto: {
    tools: [...documentTools, 'search_files'],
    skills: 'system-design, api-design, code-review, debate-and-critique, technical-writing',
  },
  'frontend-lead': {
    tools: engineering,
    skills: 'frontend-implementation, code-review, debugging, ux-design, debate-and-critique',
  },
  'frontend-dev-1': {
    tools: engineering,
    skills: 'frontend-implementation, debugging, testing-strategy',
  },
  'frontend-dev-2': {
    tools: engineering,
    skills: 'frontend-implementation, visual-design, debugging',
  },
  'backend-lead': {
    tools: engineering,
    skills:
      'backend-implementation, api-design, code-review, system-design, debugging, debate-and-critique',
  },
  'backend-dev-1': {
    tools: engineering,
    skills: 'backend-implementation, testing-strategy, debugging',
  },
  'backend-dev-2': {
    tools: engineering,
    skills: 'backend-implementation, api-design, debugging',
  },
  'platform-engineer': {
    tools: engineering,
    skills: 'release-engineering, debugging, backend-implementation',
  },
  'qa-lead': {
    tools: [...readTools, 'search_files', 'run_shell', 'write_file', 'web_fetch'],
    skills: 'testing-strategy, code-review, debugging, technical-writing',
  },
};

describe('the grants of the default organisation', () => {
  it('builds each tool set on the one before it', () => {
    const sizes = [readTools, researchTools, documentTools, developTools].map((set) => set.length);
    expect(sizes).toEqual([8, 10, 11, 15]);
  });

  it.each(defaultRoles)('$id holds the tools and skills of the table, in order', (role) => {
    const { allowedTools, skillIds } = role;

    expect({ tools: allowedTools, skills: skillIds.join(', ') }).toEqual(table[role.id]);
  });
});
