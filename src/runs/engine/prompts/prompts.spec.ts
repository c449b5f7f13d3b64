import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Prompts } from './prompts.js';

const folder = new URL('.', import.meta.url);
const shipped = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file.slice(0, -3), readFileSync(new URL(file, folder), 'utf8')] as const),
);

function withText(name: string, text: string): Prompts {
  return Prompts.of(new Map([...shipped, [name, text]]));
}

describe('the prompt documents', () => {
  it('are found by name and filled in', () => {
    expect(Prompts.load().fill('stage', { name: 'Build', kind: 'build', mode: 'parallel' })).toBe(
      'Stage: **Build** (build, parallel)',
    );
  });

  it('do not look at what is filled in', () => {
    const brief = 'Write {{name}} and $& into the page';
    expect(Prompts.load().fill('job', { brief })).toBe(`# The job\n\n${brief}`);
  });

  it('are refused with a placeholder that nobody fills in', () => {
    expect(() => withText('job', '{{brief}} {{wish}}')).toThrow(
      'The prompt "job.md" has the unknown placeholder {{wish}}.',
    );
  });

  it('are refused when they leave out what they are given', () => {
    expect(() => withText('job', 'Work.')).toThrow(
      'The prompt "job.md" lacks the placeholder {{brief}}.',
    );
  });

  it('are refused when one is missing, or used nowhere', () => {
    const fewer = new Map([...shipped].filter(([name]) => name !== 'ask'));
    expect(() => Prompts.of(fewer)).toThrow('The prompt "ask.md" is missing.');
    expect(() => withText('poem', '')).toThrow('The prompt "poem.md" is used nowhere.');
  });
});
