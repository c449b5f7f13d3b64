import { maxArgumentBytes } from '../../platform/process/child-start-error.js';
import type { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import { spelled } from '../../platform/text/spelling.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { gitTexts, toolTexts } from '../../protocol/texts/tools.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { declined } from '../declined.js';
import { bothEnds, pageCharacters, textPage, withCursor } from '../results/result-pages.js';
import { summaryLine } from '../summary-line.js';
import type {
  ApprovalAnswer,
  ApprovalAsk,
  ForesightContext,
  Tool,
  ToolArguments,
  ToolContext,
  ToolResult,
} from '../tool.js';
import { classifyGit } from './classify-git.js';
import { findRepository } from './find-repository.js';
import { gitTimeoutMs, guardedGit } from './guarded-git.js';

interface GitArguments {
  readonly command: string;
  readonly args: readonly string[];
  readonly offset: number;
}

/** Runs git in the workspace's repository, by the three classes. */
export function gitTool(environments: Pick<ChildEnvironments, 'inherited'>): Tool {
  return builtInTool<GitArguments>({
    name: 'git',
    description:
      'Run git in the workspace. Reading is free; commits, stashes, new branches and tags need approval; the rest is refused.',
    required: ['command'],
    properties: {
      command: { type: 'string', minLength: 1, description: 'Such as status or log.' },
      args: {
        type: 'array',
        items: { type: 'string' },
        default: [],
      },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
      },
    },
    readOnly: isFree,
    foresees: (args, context) => foreseen(args, context, environments.inherited()),
    run: async ({ offset, ...asked }, context) => {
      const { command, args } = inWords(asked);
      const { workspaceRoot, signal } = context;
      const longest = longestOf([command, ...args]);
      if (longest > maxArgumentBytes) {
        return failure(gitTexts.argumentTooLong(longest, maxArgumentBytes));
      }
      const judged = classifyGit(workspaceRoot, command, args);
      if (judged.kind === 'refused') return failure(judged.reason);
      if (judged.kind === 'approval' && context.repositoryReadOnly === true) {
        return failure(worktreeTexts.gitWrites(lineOf(judged.args)));
      }
      const inherited = environments.inherited();
      const repository = await findRepository(workspaceRoot, inherited, signal);
      if (repository === null) return failure(gitTexts.noRepository);
      const line = lineOf(judged.args);
      const writes = judged.kind === 'approval';
      const decision = await decide(line, writes, context);
      if (!decision.approved) return declined(gitTexts.declined(line), decision);
      const hiding = await withoutHidden(judged.args, context);
      const outcome = await guardedGit({
        args: hiding,
        writes,
        root: workspaceRoot,
        ...repository,
        inherited,
        signal,
      });
      const page = (text: string): string =>
        text !== '' && offset >= text.length
          ? resultTexts.nothingFrom(offset)
          : withCursor(textPage(text, offset));
      const shown = writes ? withEnds : page;
      return describe(line, outcome, decision.reason, shown);
    },
  });
}

/** Leaves out files that look like secrets from `diff`. */
async function withoutHidden(
  args: readonly string[],
  { hidden, signal }: Pick<ToolContext, 'hidden' | 'signal'>,
): Promise<readonly string[]> {
  if (args[0] !== 'diff' || hidden === undefined) return args;
  const paths = await hidden.list(signal);
  if (paths.length === 0) return args;
  const exclusions = paths.map((path) => `:(exclude,literal)${path}`);
  return [...args, ...exclusions];
}

function longestOf(parts: readonly string[]): number {
  return Math.max(...parts.map((part) => Buffer.byteLength(part)));
}

function isFree({ command, args = [] }: ToolArguments): boolean {
  if (typeof command !== 'string' || !Array.isArray(args)) return false;
  const asked = inWords({ command, args: args.map(String) });
  return classifyGit('/', asked.command, asked.args).kind === 'free';
}

/** Splits a line given as the command alone, such as `diff -- src`, without a leading `git`. */
function inWords({ command, args }: Omit<GitArguments, 'offset'>): Omit<GitArguments, 'offset'> {
  const [first = '', ...rest] = command.trim().split(/\s+/);
  const named = first === 'git' ? rest : [first, ...rest];
  const isLine = args.length === 0 && named.length > 1 && !/["'\\]/.test(command);
  return isLine ? { command: named[0] ?? '', args: named.slice(1) } : { command, args };
}

async function foreseen(
  asked: GitArguments,
  { workspaceRoot, autoApproveShell, repositoryReadOnly = false, signal }: ForesightContext,
  inherited: Readonly<Record<string, string>>,
): Promise<ApprovalAsk | null> {
  const { command, args } = inWords(asked);
  const judged = classifyGit(workspaceRoot, command, args);
  if (judged.kind !== 'approval' || autoApproveShell || repositoryReadOnly) return null;
  if (longestOf([command, ...args]) > maxArgumentBytes) return null;
  const repository = await findRepository(workspaceRoot, inherited, signal);
  return repository === null ? null : questionOf(lineOf(judged.args), workspaceRoot);
}

function questionOf(line: string, workspaceRoot: string): ApprovalAsk {
  return {
    kind: 'shell',
    summary: summaryLine(line),
    detail: toolTexts.shellDetail(line, workspaceRoot),
    touches: gitTexts.touches(workspaceRoot),
  };
}

function lineOf(args: readonly string[]): string {
  return `git ${args.join(' ')}`;
}

async function decide(
  line: string,
  writes: boolean,
  context: ToolContext,
): Promise<ApprovalAnswer> {
  if (!writes || context.autoApproveShell) return { approved: true, reason: null };
  return context.requestApproval(questionOf(line, context.workspaceRoot));
}

/** The output of a command that must not be repeated for paging. */
function withEnds(output: string): string {
  return bothEnds(output, pageCharacters, 1 / 4);
}

/** Spells out invisible characters, so that different names never look alike. */
function legible(output: string): string {
  return spelled(output.replaceAll('\r\n', '\n').trimEnd());
}

function describe(
  line: string,
  outcome: ChildOutcome,
  reason: string | null,
  shown: (output: string) => string,
): ToolResult {
  const { end, code, stdout, stderr, truncated } = outcome;
  const said = [stdout, stderr].map(legible).filter((part) => part !== '');
  const output = [
    ...(reason ? [toolTexts.personSaid(reason)] : []),
    shown(said.join('\n')),
    truncated ? toolTexts.outputTruncated : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
  if (end === 'timeout') return failure(`${toolTexts.timedOut(gitTimeoutMs)}\n${output}`);
  if (end === 'cancelled') return failure(toolTexts.commandCancelled);
  if (code !== 0)
    return { ok: true, content: gitTexts.exited(line, code ?? 1, output), preview: line };
  return { ok: true, content: output || gitTexts.noOutput(line), preview: line };
}
