import { describe, expect, it } from '@jest/globals';
import { parseBriefArguments } from './brief-arguments.js';
import { UsageError } from './usage-error.js';

describe('parseBriefArguments', () => {
  it('takes the brief alone', () => {
    expect(parseBriefArguments(['Build a todo list'])).toEqual({ brief: 'Build a todo list' });
  });

  it('joins a brief that was not quoted', () => {
    expect(parseBriefArguments(['Build', 'a', 'list'])).toEqual({ brief: 'Build a list' });
  });

  it('takes every option', () => {
    const argv = ['Fix it', '--url=http://localhost:9000/', '--pipeline', 'code-change'];
    expect(parseBriefArguments([...argv, '--budget', '$0.50', '--workspace', 'lab'])).toEqual({
      brief: 'Fix it',
      url: 'http://localhost:9000',
      pipelineId: 'code-change',
      budgetUsd: 0.5,
      workspaceId: 'lab',
    });
  });

  it('lets a budget of nothing through: refusing it is for the office', () => {
    expect(parseBriefArguments(['Fix it', '--budget', '0'])).toMatchObject({ budgetUsd: 0 });
  });

  it('answers a call for help with null', () => {
    expect(parseBriefArguments(['--help'])).toBeNull();
  });

  it.each([
    ['no brief', []],
    ['a blank brief', ['  ']],
    ['an unknown option', ['x', '--speed', '9']],
    ['an address that is none', ['x', '--url', 'localhost']],
    ['an address of another kind', ['x', '--url', 'ftp://localhost']],
    ['a budget that is no number', ['x', '--budget', 'much']],
    ['an empty budget', ['x', '--budget', '']],
    ['a budget below zero', ['x', '--budget=-1']],
  ])('refuses %s', (_what, argv) => {
    expect(() => parseBriefArguments(argv)).toThrow(UsageError);
  });
});
