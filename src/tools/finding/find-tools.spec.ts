import { describe, expect, it } from '@jest/globals';
import { grepTool } from '../files/grep.tool.js';
import { readFileTool } from '../files/read-file.tool.js';
import { searchFilesTool } from '../files/search-files.tool.js';
import { writeFileTool } from '../files/write-file.tool.js';
import { proposeFactTool, recallTool } from '../notes/memory.tools.js';
import { thinkTool, todoWriteTool } from '../notes/notes.tools.js';
import type { Tool } from '../tool.js';
import { rankTools, shownTools } from './find-tools.js';

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

const names = (held: readonly Tool[], mode?: 'debate' | 'single'): readonly string[] =>
  shownTools(held, mode && { mode }).map(({ name }) => name);

describe('shownTools', () => {
  const held = [readFileTool, searchFilesTool, writeFileTool, grepTool];

  it('leaves out the search that grep holds whole, and nothing else', () => {
    expect(names(held, 'single')).toEqual(['read_file', 'write_file', 'grep']);
    expect(names([readFileTool, searchFilesTool])).toEqual(['read_file', 'search_files']);
  });

  it('shows a debate what finds things out, and how the rest is found', () => {
    expect(names(held, 'debate')).toEqual(['read_file', 'grep', 'find_tools', 'use_tool']);
    expect(names([readFileTool], 'debate')).toEqual(['read_file']);
  });

  it('names what work on files seldom needs, and lists it where it finds things out', () => {
    const many = [readFileTool, thinkTool, todoWriteTool, recallTool, proposeFactTool];
    const [read, recall, use, ...none] = shownTools(many, { kind: 'build' });
    expect([read?.name, recall?.name, use?.name, none]).toEqual([
      'read_file',
      'recall',
      'use_tool',
      [],
    ]);
    expect(use?.description).toBe(
      'Calls a tool of yours that is not listed: think {note}, todo_write {todos}, propose_fact {text, kind}.',
    );
    const listed = ['read_file', 'think', 'todo_write', 'recall', 'propose_fact'];
    expect(shownTools(many, { kind: 'research' }).map(({ name }) => name)).toEqual(listed);
    const few = [readFileTool, thinkTool, todoWriteTool];
    expect(shownTools(few, { kind: 'build' })).toHaveLength(3);
  });

  it('shows of built-in tools what a model must know, not what only the check needs', () => {
    const [write, todo] = shownTools([writeFileTool, todoWriteTool]);
    expect(write?.parameters).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        append: { type: 'boolean' },
      },
      required: ['path', 'content'],
    });
    const step = {
      type: 'object',
      properties: {
        content: { type: 'string' },
        status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
      },
      required: ['content', 'status'],
    };
    expect(todo?.parameters['properties']).toEqual({ todos: { type: 'array', items: step } });
    expect(shownTools([grepTool])[0]?.parameters['properties']).not.toHaveProperty('limit');
  });
});
