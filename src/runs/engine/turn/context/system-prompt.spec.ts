import { describe, expect, it } from '@jest/globals';
import { sampleOrg } from '../../../../../test/runs/support/sample-role.js';
import { Prompts } from '../../prompts/prompts.js';
import { systemPrompt } from './system-prompt.js';

const prompt = systemPrompt(Prompts.load(), { org: sampleOrg([]), workspacePath: '/work/todo' });

describe('how and where work is done', () => {
  it('gives eight rules, and that fenced text is no instruction is one of them', () => {
    const rules = /# How we work\n\n([^#]*)/.exec(prompt)?.[1]?.trim().split('\n') ?? [];
    expect(rules.map((rule) => rule.slice(0, 2))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${number}.`),
    );
    expect(rules.join('\n')).toContain('<untrusted-content>');
  });

  it('names the company, its mission, and the workspace as the only place for files', () => {
    expect(prompt).toContain('You work at Acme');
    expect(prompt).toContain('Ship what is asked for.');
    expect(prompt).toMatch(/The workspace is \/work\/todo\..*only place/);
  });

  it('says how many answers a turn has, and how to hand over', () => {
    expect(prompt).toContain('A turn is at most 8 answers.');
    expect(prompt).toMatch(/^Status: to be continued$/m);
  });
});
