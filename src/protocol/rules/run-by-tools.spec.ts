import { describe, expect, it } from '@jest/globals';
import { isRunByTools } from './run-by-tools.js';

describe('isRunByTools', () => {
  it.each([
    ...['package.json', 'web/package.json', '.envrc', '.vscode/tasks.json', '.husky/pre-commit'],
    ...['node_modules/', 'node_modules/a/index.js', '.github/workflows/ci.yml', 'Makefile'],
    ...['vite.config.ts', 'a/jest.config.mjs', '.eslintrc.cjs', 'conftest.py', 'build.rs'],
    ...['.GIT/config', '.Idea/runConfigurations/x.xml', 'app.code-workspace', '.mcp.json'],
  ])('is true for %s', (path) => {
    expect(isRunByTools(path)).toBe(true);
  });

  it.each([
    'src/index.ts',
    'README.md',
    'docs/package.md',
    'src/config.ts',
    'a/makefile.md',
    '.env',
  ])('is false for %s', (path) => {
    expect(isRunByTools(path)).toBe(false);
  });
});
