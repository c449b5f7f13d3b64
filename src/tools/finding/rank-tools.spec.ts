import { describe, expect, it } from '@jest/globals';
import type { Tool } from '../tool.js';
import { rankTools } from './rank-tools.js';

const tool = (name: string, description = ''): Tool => ({
  name,
  description,
  parameters: {},
  pluginId: null,
  readOnly: false,
  run: async () => ({ ok: true, content: '' }),
});

const tools = [
  tool('mcp__tracker__list_issues', 'Lists the issues of a project.'),
  tool('mcp__tracker__createIssue', 'Opens a new one.'),
  tool('mcp__tracker__close_issue', 'Closes one.'),
  tool('mcp__mail__send', 'Sends a message, for example about an issue.'),
  tool('mcp__files__read', 'Reads a file.'),
];

const found = (query: string): readonly string[] => rankTools(query, tools).map(({ name }) => name);

describe('rankTools', () => {
  it('puts names before descriptions and rare words before common ones', () => {
    expect(found('create an issue')).toEqual([
      'mcp__tracker__createIssue',
      'mcp__tracker__close_issue',
      'mcp__tracker__list_issues',
      'mcp__mail__send',
    ]);
    expect(found('read')[0]).toBe('mcp__files__read');
  });

  it('finds words by their beginning', () => {
    expect(found('sending messages')).toEqual(['mcp__mail__send']);
  });

  it('finds nothing where no word is shared', () => {
    expect(found('weather')).toEqual([]);
    expect(found('!?')).toEqual([]);
  });

  it('keeps the order of equals', () => {
    expect(found('tracker')).toEqual([
      'mcp__tracker__list_issues',
      'mcp__tracker__createIssue',
      'mcp__tracker__close_issue',
    ]);
  });
});
