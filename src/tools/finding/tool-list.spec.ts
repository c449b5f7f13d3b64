import { describe, expect, it } from '@jest/globals';
import { grepTool } from '../files/grep.tool.js';
import { readFileTool } from '../files/read-file.tool.js';
import { searchFilesTool } from '../files/search-files.tool.js';
import { writeFileTool } from '../files/write-file.tool.js';
import { todoWriteTool } from '../notes/todo-write.tool.js';
import type { Tool } from '../tool.js';
import { shownTools } from './tool-list.js';

const names = (held: readonly Tool[], mode?: 'debate' | 'single'): readonly string[] =>
  shownTools(held, mode).map(({ name }) => name);

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

  it('shows of built-in tools what a model must know, not what only the check needs', () => {
    const [write, todo] = shownTools([writeFileTool, todoWriteTool]);
    expect(write?.parameters).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string' },
        content: { type: 'string' },
        append: { type: 'boolean', description: 'Go on behind what the file has.' },
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
