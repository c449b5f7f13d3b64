import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brain, Conversation, Reply } from '../../support/providers/core/reply.js';

/** The program as it is committed, as the office changes it, and as it mends it. */
const answers = {
  committed: "'Hello'",
  built: '`Hello ${name}`',
  mended: '`Hello, ${name}!`',
} as const;

const program = (answer: string) =>
  `/** Greets somebody. */\nexport function greet(name) {\n  return ${answer};\n}\n`;

const tests = `import { test } from 'node:test';
import { ok } from 'node:assert/strict';
import { greet } from './greet.mjs';

test('greets by name', () => ok(greet('Ada').includes('Ada')));
`;

/** The line of the program that is changed, and what the mended one is. */
export const changedLine = 3;
export const mendedProgram = program(answers.mended);

export const question = 'What is a queue good for?';
export const answer = 'A queue lets the fast side go on while the slow side catches up.';
export const brief = 'Change greet.mjs so that it greets by name. Its test must pass.';
export const remark = 'A comma and an exclamation mark belong here.';

/** A git repository of one commit with a small program whose test fails. */
export async function makeRepository(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'greet.mjs'), program(answers.committed));
  await writeFile(join(path, 'greet.test.mjs'), tests);
  gitIn(path, 'init', '-q', '-b', 'main');
  gitIn(path, 'add', '.');
  gitIn(path, 'commit', '-qm', 'Greet somebody');
}

export function gitIn(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=U', '-c', 'user.email=u@example.com'];
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' }).trim();
}

/** Answers the question, and plays the employees that change the program and mend it. */
export const playsTheOffice: Brain = (conversation) => {
  const { messages } = conversation;
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const done = messages.slice(asked).filter(({ role }) => role === 'tool').length;
  const stage = /Stage: \*\*(.*)\*\*/.exec(messages[asked]?.text ?? '')?.[1];
  switch (stage) {
    case 'Plan':
      return done === 0 ? plan() : { text: 'I change what greet answers.' };
    case 'Build':
      return done === 0
        ? write(isAboutRemark(conversation))
        : { text: 'greet.mjs greets by name.' };
    case 'Review':
      return { text: 'It does what was asked.\n\nVerdict: approved' };
    case 'Report':
      return { text: 'Whoever is greeted is greeted by name now.' };
    default:
      return { text: answer };
  }
};

const isAboutRemark = ({ messages }: Conversation): boolean =>
  messages.some(({ text }) => text.includes(remark));

function plan(): Reply {
  const builders = [{ roleId: 'backend-dev-1', part: 'what greet answers' }];
  const checks = [{ command: 'node --test', proves: 'it greets by name' }];
  return call('set_plan', { builders, checks });
}

function write(isMended: boolean): Reply {
  const content = program(isMended ? answers.mended : answers.built);
  return call('write_file', { path: 'greet.mjs', content });
}

function call(name: string, args: object): Reply {
  return { toolCalls: [{ name, arguments: JSON.stringify(args) }] };
}
