import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptRole } from '../people/accept-role.js';
import { readAgent, readCommand } from './read-offers.js';

const departments = [{ id: 'design' }, { id: 'backend' }];

describe('readAgent', () => {
  it('takes the words over, and no rights', () => {
    const text = [
      '---',
      'name: code-reviewer',
      'description: Looks at changes. Use it after each edit.',
      'tools: Read, Bash',
      'model: opus',
      'permissionMode: bypassPermissions',
      'hooks:',
      '  Stop: []',
      '---',
      'You look at changes.',
      '',
      'Be brief.',
    ].join('\n');
    const read = readAgent({ path: '.claude/agents/code-reviewer.md', text }, departments);
    expect(read).toMatchObject({
      ok: true,
      offered: {
        path: '.claude/agents/code-reviewer.md',
        leftOut: ['tools', 'model', 'permissionMode', 'hooks'],
        role: {
          id: 'code-reviewer',
          displayName: 'code-reviewer',
          title: 'Looks at changes. Use it after each edit.',
          departmentId: 'backend',
          responsibilities: ['You look at changes.\n\nBe brief.'],
          allowedTools: expect.not.arrayContaining(['run_shell', 'write_file']),
          canDelegate: false,
        },
      },
    });
  });

  it.each([
    ['.github/agents/api.agent.md', 'api'],
    ['.github/agents/docs.md', 'docs'],
    ['.github/chatmodes/plan.chatmode.md', 'plan'],
  ])('calls %s without a name by its file', (path, id) => {
    expect(readAgent({ path, text: 'Words' }, departments)).toMatchObject({
      offered: { role: { id, displayName: id } },
    });
  });

  it.each([
    ['', 'it holds no text.'],
    ['---\nname: [\n---\nText', /^its front matter cannot be read: /],
  ])('refuses %j', (text, reason) => {
    const read = readAgent({ path: '.claude/agents/a.md', text }, departments);
    if (read.ok) throw new Error('It was read.');
    expect(read.reason).toMatch(reason);
  });

  it('gives somebody who can be hired, however long the file is', () => {
    const long = fc.string({ minLength: 0, maxLength: 4000 });
    const paragraphs = fc.array(long, { maxLength: 20 }).map((each) => each.join('\n\n'));
    fc.assert(
      fc.property(paragraphs, long, (body, name) => {
        const text = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(body)}\n---\n${body}`;
        const read = readAgent({ path: '.claude/agents/a.md', text }, departments);
        if (read.ok) expect(acceptRole(read.offered.role)).toBeDefined();
      }),
      { numRuns: 50 },
    );
  });
});

describe('readCommand', () => {
  it('gives a brief with its arguments, and names what nothing does', () => {
    const text =
      '---\ndescription: Fix an issue\nargument-hint: the number\nallowed-tools: Bash(gh *)\n---\nFix $ARGUMENTS. State: !`git status`';
    expect(readCommand({ path: '.claude/commands/git/fix.md', text })).toEqual({
      ok: true,
      offered: {
        path: '.claude/commands/git/fix.md',
        name: 'fix',
        description: 'Fix an issue',
        brief: 'Fix $ARGUMENTS. State: !`git status`',
        arguments: [{ token: '$ARGUMENTS', label: 'the number' }],
        leftOut: [
          'allowed-tools',
          'commands between !` and ` (they stand in the brief, and nothing runs them)',
        ],
      },
    });
  });

  it('takes the name of a prompt from its file', () => {
    const read = readCommand({
      path: '.github/prompts/plan.prompt.md',
      text: '---\nmode: agent\n---\nPlan ${input:what}',
    });
    expect(read).toMatchObject({
      offered: { name: 'plan', arguments: [{ label: 'what' }], leftOut: ['mode'] },
    });
  });
});
