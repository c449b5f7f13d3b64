import type { Conversation, ReplyCall } from '#test/support/providers/core/reply.js';

/**
 * Something that a script needs was not shown to it; the task is then unsolved with this reason.
 */
export class NotShown extends Error {}

/**
 * The content of one model request and nothing else. Lookups throw `NotShown`, so a script cannot
 * use what the office did not show.
 */
export class View {
  /** @param seen what tools answered in this turn; absent: as the conversation holds it */
  constructor(
    private readonly conversation: Conversation,
    private readonly seen?: readonly string[],
  ) {}

  having(seen: readonly string[]): View {
    return new View(this.conversation, seen);
  }

  /** All system and user text. */
  get prompt(): string {
    return this.textsOf('system', 'user').join('\n');
  }

  /**
   * The results of the tool calls of each of the model's answers in this turn, oldest first; a
   * dialect may split an answer over several messages.
   */
  get answers(): readonly (readonly string[])[] {
    const { messages } = this.conversation;
    const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
    const answers: string[][] = [];
    for (const [at, { role, text }] of turn.entries()) {
      if (role === 'assistant' && turn[at - 1]?.role !== role) answers.push([]);
      if (role === 'tool') answers.at(-1)?.push(text);
    }
    return answers;
  }

  /** Results of this turn's tool calls, oldest first. */
  get results(): readonly string[] {
    return this.seen ?? this.answers.flat();
  }

  /** What `read_file` would answer for a file that the prompt shows whole; else undefined. */
  shownWhole({ name, arguments: given }: ReplyCall): string | undefined {
    if (name !== 'read_file') return undefined;
    const { path, startLine } = JSON.parse(given) as { path: string; startLine: number };
    const [, files = ''] =
      /<untrusted-content source=files>([^]*?)<\/untrusted-content>/.exec(this.prompt) ?? [];
    const begin = files.indexOf(`\n## ${path}\n\n`);
    if (begin < 0) return undefined;
    const [, text = ''] = files.slice(begin + 1).split(/^## [\w./-]+\.\w+\n\n/m);
    const lines = text.trimEnd().split('\n');
    return lines
      .map((line, index) => `${index + 1}| ${line}`)
      .slice(startLine - 1)
      .join('\n');
  }

  /** The kind of the stage that the newest words of the user belong to. */
  get stageKind(): string {
    const kinds = [...this.prompt.matchAll(/^Stage: \*\*.*\*\* \((\w+),/gm)];
    const [, kind] = kinds.at(-1) ?? [];
    if (kind === undefined) throw new NotShown('the prompt names no stage');
    return kind;
  }

  holds(tool: string): boolean {
    return this.conversation.toolNames.includes(tool);
  }

  /** The newest tool result. */
  get last(): string {
    const last = this.results.at(-1);
    if (last === undefined) throw new NotShown('no tool result is shown');
    return last;
  }

  /** The groups of a pattern in the newest tool result. */
  inLast(pattern: RegExp): readonly string[] {
    return groups(this.last, pattern, 'the newest tool result');
  }

  /** The groups of a pattern in the newest matching tool result. */
  inResults(pattern: RegExp): readonly string[] {
    const text = this.results.findLast((result) => pattern.test(result));
    if (text === undefined) throw new NotShown(`no tool result shows ${String(pattern)}`);
    return groups(text, pattern, 'a tool result');
  }

  /** The groups of a pattern in the prompt. */
  inPrompt(pattern: RegExp): readonly string[] {
    return groups(this.prompt, pattern, 'the prompt');
  }

  /** The groups of a pattern in the prompt, or in what was answered before. */
  inConversation(pattern: RegExp): readonly string[] {
    const said = this.textsOf('system', 'user', 'assistant').join('\n');
    return groups(said, pattern, 'the conversation');
  }

  /** The text of a file in the newest result of `read_file`, without line numbers. */
  get fileShown(): string {
    return fileIn(this.last);
  }

  /** The same for the result with this index, counted from the first of this turn. */
  fileShownIn(index: number): string {
    return fileIn(this.results[index] ?? '');
  }

  private textsOf(...roles: readonly Conversation['messages'][number]['role'][]): string[] {
    return this.conversation.messages
      .filter(({ role }) => roles.includes(role))
      .map(({ text }) => text);
  }
}

function fileIn(result: string): string {
  const lines = [...result.matchAll(/^ *\d+\| ?(.*)$/gm)].map((match) => match[1] ?? '');
  if (lines.length === 0) throw new NotShown('no numbered lines of a file are shown');
  return lines.map((line) => line.replace(/\r$/, '')).join('\n');
}

function groups(text: string, pattern: RegExp, where: string): readonly string[] {
  const match = pattern.exec(text);
  if (match === null) throw new NotShown(`${where} does not show ${String(pattern)}`);
  return match.slice(1).map((group: string | undefined) => group ?? '');
}

/** A step's action: call tools, with words or without, or end the turn with a text. */
export type Move =
  readonly ReplyCall[] | { readonly text: string; readonly calls: readonly ReplyCall[] } | string;

/** One answer of the model; the next one sees its tool results. */
export type Step = (view: View) => Move;

function call(name: string, args: Readonly<Record<string, unknown>>): ReplyCall {
  return { name, arguments: JSON.stringify(args) };
}

export const read = (path: string, startLine = 1): ReplyCall =>
  call('read_file', { path, startLine });
export const search = (
  pattern: string,
  options: Readonly<Record<string, unknown>> = {},
): ReplyCall => call('grep', { pattern, ...options });
export const shell = (command: string): ReplyCall => call('run_shell', { command });
export const write = (path: string, content: string): ReplyCall =>
  call('write_file', { path, content });
/** The plan of one who builds alone, with the command that proves it. */
export const plan = (roleId: string, verify: string | undefined): ReplyCall =>
  call('set_plan', {
    builders: [{ roleId, part: 'The whole change.' }],
    checks: verify === undefined ? [] : [{ command: verify, proves: 'It runs.' }],
  });
export const edit = (
  path: string,
  oldString: string,
  newString: string,
  replaceAll = false,
): ReplyCall => call('edit_file', { path, oldString, newString, replaceAll });
