import { join } from 'node:path';
import type { ToolCall, ToolCallContent, ToolCallStatus, ToolKind } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import type { FileDiff } from '../../protocol/records/file-changes.js';
import type { ToolCallRecord, TurnRecord } from '../../protocol/records/work.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { excerpt, printable } from '../printable.js';

/** Paths named in the title of a change. */
const namedPaths = 5;

const kinds: Readonly<Record<string, ToolKind>> = {
  read_file: 'read',
  list_dir: 'read',
  recall: 'read',
  glob: 'search',
  grep: 'search',
  search_files: 'search',
  find_tools: 'search',
  web_search: 'search',
  web_fetch: 'fetch',
  write_file: 'edit',
  edit_file: 'edit',
  apply_patch: 'edit',
  run_shell: 'execute',
  shell_output: 'execute',
  shell_stop: 'execute',
  git: 'execute',
  think: 'think',
  todo_write: 'think',
  set_plan: 'think',
};

const statuses = {
  running: 'in_progress',
  ok: 'completed',
  error: 'failed',
  denied: 'failed',
} as const satisfies Record<ToolCallRecord['status'], ToolCallStatus>;

const argumentsSchema = z.record(z.string(), z.unknown()).catch({});

const editSchema = z.object({ path: z.string(), oldString: z.string(), newString: z.string() });

/** A tool call of an employee. @param root where the run works */
export function toldCall(call: ToolCallRecord, root: string): ToolCall {
  const args = argumentsOf(call);
  const about = call.affectsPaths.join(', ') || firstText(args);
  const paths = new Set([
    ...call.affectsPaths,
    ...(typeof args.path === 'string' ? [args.path] : []),
  ]);
  return {
    toolCallId: call.id,
    title: excerpt(`${call.name} ${about}`, 120),
    kind: kinds[call.name] ?? 'other',
    status: statuses[call.status],
    locations: [...paths].map((path) => ({ path: join(root, path) })),
    content: [...editOf(call, args, root), ...textContent(call.resultPreview)],
    rawInput: args,
  };
}

/** The file changes of a turn as one edit; null: no patch is known. */
export function toldChanges(turn: TurnRecord, name: string, root: string): ToolCall | null {
  const files = turn.diff?.files.filter(({ patch }) => patch !== '') ?? [];
  if (files.length === 0) return null;
  const named = files.slice(0, namedPaths).map(({ path }) => path);
  return {
    toolCallId: `${turn.id}:changes`,
    title: excerpt(
      editorTexts.changed(name, files.length > namedPaths ? [...named, '…'] : named),
      160,
    ),
    kind: 'edit',
    status: 'completed',
    locations: files.map(({ path }) => ({ path: join(root, path) })),
    content: files.flatMap((file) => hunksOf(file, root)),
  };
}

export function textContent(text: string): ToolCallContent[] {
  const shown = printable(text).trim();
  return shown === '' ? [] : [{ type: 'content', content: { type: 'text', text: shown } }];
}

function editOf(
  { name, status }: ToolCallRecord,
  args: Readonly<Record<string, unknown>>,
  root: string,
): ToolCallContent[] {
  const edit = editSchema.safeParse(args);
  if (name !== 'edit_file' || status !== 'ok' || !edit.success) return [];
  const { path, oldString, newString } = edit.data;
  return [{ type: 'diff', path: join(root, path), oldText: oldString, newText: newString }];
}

/** Each hunk of a patch as the lines before and after it; null before: the file is new. */
function hunksOf({ path, patch }: FileDiff, root: string): ToolCallContent[] {
  const isNew = /^new file mode /m.test(patch);
  const [, ...hunks] = patch.split(/^@@ .*\n/m);
  return hunks.map((hunk) => {
    const lines = hunk.split('\n');
    return {
      type: 'diff',
      path: join(root, path),
      oldText: isNew ? null : side(lines, '-'),
      newText: side(lines, '+'),
    };
  });
}

function side(lines: readonly string[], mark: '-' | '+'): string {
  return lines
    .filter((line) => line.startsWith(mark) || line.startsWith(' '))
    .map((line) => line.slice(1))
    .join('\n');
}

function argumentsOf({ argumentsJson }: ToolCallRecord): Readonly<Record<string, unknown>> {
  try {
    return argumentsSchema.parse(JSON.parse(argumentsJson));
  } catch {
    return {};
  }
}

/** The first text among the arguments: a path, a command, a query. */
function firstText(args: Readonly<Record<string, unknown>>): string {
  return Object.values(args).find((value) => typeof value === 'string') ?? '';
}
