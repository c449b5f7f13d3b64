import path from 'node:path';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { pathTexts } from '../../protocol/texts/paths.js';
import { gitTexts } from '../../protocol/texts/tools.js';
import { pathLike, refusedArgument } from './git-options.js';

type GitClass =
  /** Only reads; needs no approval. */
  | { readonly kind: 'free'; readonly args: readonly string[] }
  /** Writes inside the repository; needs approval. */
  | { readonly kind: 'approval'; readonly args: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

const reading: ReadonlySet<string> = new Set([
  'status',
  'diff',
  'log',
  'show',
  'rev-parse',
  'ls-files',
  'blame',
  'shortlog',
  'describe',
]);

const writing: ReadonlySet<string> = new Set(['add', 'commit', 'cherry-pick']);

const remoteVerbs: ReadonlySet<string> = new Set([
  'add',
  'remove',
  'rm',
  'rename',
  'set-url',
  'set-head',
  'set-branches',
  'update',
  'prune',
]);

/** With one of these, names given to branch and tag are list patterns. */
const listing = /^(?:-l|--list|--(?:no-)?(?:contains|merged)|--points-at)(?:=|$)/;
const tagListing = /^-n\d*$/;
const deleting = /^(?:-[a-z]*d|--d)/;
const noListing = '--no-l';

/** Classifies a git command. */
export function classifyGit(root: string, command: string, args: readonly string[]): GitClass {
  const kind = kindOf(command, args);
  if (kind === 'refused') return { kind, reason: gitTexts.subcommand(command, args) };
  const refused = refusedArgument(command, args, kind === 'free');
  if (refused !== undefined)
    return { kind: 'refused', reason: gitTexts.argument(command, refused) };
  const outside = pathLike(command, args).find((value) => leavesRoot(root, value));
  if (outside !== undefined) return { kind: 'refused', reason: pathTexts.escapes(outside, root) };
  // A bare stash would put the work aside; without arguments it shows the list instead.
  const isBareStash = command === 'stash' && args.length === 0;
  return { kind, args: [command, ...(isBareStash ? ['list'] : args)] };
}

function kindOf(command: string, args: readonly string[]): GitClass['kind'] {
  if (reading.has(command)) return 'free';
  if (writing.has(command)) return 'approval';
  switch (command) {
    case 'branch':
      return lists(args) || names(args).length === 0 ? 'free' : 'approval';
    case 'tag':
      return isTagList(args) ? 'free' : 'approval';
    case 'stash':
      return args.length === 0 || args[0] === 'list' ? 'free' : 'approval';
    case 'remote':
      return remoteVerbs.has(names(args)[0] ?? '') ? 'refused' : 'free';
    case 'checkout':
      return args.some((arg) => /^-[bB]/.test(arg)) ? 'approval' : 'refused';
    default:
      return 'refused';
  }
}

function isTagList(args: readonly string[]): boolean {
  const deletes = args.some((arg) => deleting.test(arg));
  if (deletes) return false;
  return lists(args) || args.some((arg) => tagListing.test(arg)) || names(args).length === 0;
}

function lists(args: readonly string[]): boolean {
  return args.some((arg) => listing.test(arg)) && !args.some((arg) => arg.startsWith(noListing));
}

function names(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith('-'));
}

/** Only paths with `..` or absolute ones can leave; `a..b` is a range of commits. */
function leavesRoot(root: string, value: string): boolean {
  const climbs = value.split(/[\\/]/).includes('..');
  if (!path.isAbsolute(value) && !climbs) return false;
  return !isInside(path.resolve(root), path.resolve(root, value));
}
