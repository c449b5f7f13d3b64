import { describe, expect, it } from '@jest/globals';
import { UsageError } from './usage-error.js';
import { parseRouteArguments } from './route-arguments.js';

const parse = (line: string) => parseRouteArguments(line.split(' '));

describe('parseRouteArguments', () => {
  it('reads an imagined turn', () => {
    expect(parse('--role cto --task coding --complexity 0.7 --posture cheap')).toEqual({
      kind: 'what-if',
      roleId: 'cto',
      taskClass: 'coding',
      complexity: 0.7,
      posture: 'cheap',
      withoutTools: false,
      excludedModelIds: [],
    });
  });

  it('reads every other option', () => {
    const line =
      '--role cto --task coding --budget 0.04 --no-tools --exclude a --exclude b --workspace w --url http://x/';
    expect(parse(line)).toMatchObject({
      complexity: 0.5,
      budgetRemainingUsd: 0.04,
      withoutTools: true,
      excludedModelIds: ['a', 'b'],
      workspaceId: 'w',
      url: 'http://x',
    });
  });

  it('reads a run to replay', () => {
    expect(parse('--replay run_1 --posture quality')).toEqual({
      kind: 'replay',
      runId: 'run_1',
      posture: 'quality',
    });
  });

  it('knows a cry for help', () => {
    expect(parse('--help')).toBeNull();
  });

  it.each([
    ['--role cto', 'Name a role and a task, or a run to replay.'],
    ['--role cto --task dancing', '--task must be one of intake,'],
    [
      '--role cto --task coding --posture bold',
      '--posture must be one of cheap, balanced, quality',
    ],
    [
      '--role cto --task coding --complexity 2',
      '--complexity must be a number between 0 and 1 (got 2).',
    ],
    ['--role cto --task coding --budget -1', '--budget'],
    [
      '--role cto --task coding --budget much',
      '--budget must be a number zero or more (got much).',
    ],
    ['--speed', "Unknown option '--speed'"],
  ])('cannot follow %s', (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });
});
