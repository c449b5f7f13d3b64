import type { Command } from 'commander';
import type { Commented } from '../../protocol/command-results.js';
import type { GivenComment, RunComment } from '../../protocol/records/change-review.js';
import { commentTexts } from '../../protocol/texts/comments.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import { indented, printable } from '../printable.js';
import { UsageError } from '../usage-error.js';

interface CommentsOptions {
  readonly send?: boolean;
  readonly remove?: readonly string[];
}

interface CommentOptions {
  readonly old?: boolean;
  readonly send?: boolean;
}

const listHelp = `
Sent to a run at work they are an instruction; to one that has ended, the brief of a run that continues it.

Examples:
  $ ${office} comments run_1a2b
  $ ${office} comments run_1a2b --remove comment_1a2b
  $ ${office} comments run_1a2b --send`;

const giveHelp = `
It is kept with the run until the comments are sent.

Examples:
  $ ${office} comment run_1a2b src/login.ts 12 "Say what is wrong with the name"
  $ ${office} comment run_1a2b src/login.ts 12-18 "This is in src/names.ts already" --send
  $ ${office} comment run_1a2b src/login.ts 4 "Why does this go?" --old`;

export function addComments(program: Command, act: Act): void {
  program
    .command('comments')
    .description('the comments on what a run changed')
    .argument('<run>')
    .option('--send', 'send those that are kept to the office')
    .option('--remove <comments...>', 'take kept ones away')
    .addHelpText('after', listHelp)
    .action(act(list));
  program
    .command('comment')
    .description('comment on lines that a run changed')
    .argument('<run>')
    .argument('<path>', "of the change, relative to the floor's folder")
    .argument('<lines>', 'a line or a range, such as 12 or 12-18')
    .argument('<text...>')
    .option('--old', 'lines as they were before the change')
    .option('--send', 'send it now, with all that are kept')
    .addHelpText('after', giveHelp)
    .action(act(give));
}

async function list(around: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const { send = false, remove = [] } = command.opts<CommentsOptions>();
  const { http, out, interrupt } = around;
  const { signal } = interrupt;
  if (!send && remove.length === 0) {
    return out.list(await http.comments(id, { signal }), commentLines);
  }
  using connected = await around.connect();
  const given = { remove: [...remove], keep: !send };
  const answer = await connected.commentOnChange(id, given, { signal });
  out.show(answer, () => [
    ...(send ? [] : commentLines(answer.comments)),
    ...outcomeOf(around, answer),
  ]);
}

async function give(around: Around, command: Command): Promise<void> {
  const [id = '', path = '', lines = '', ...words] = command.args;
  const { old = false, send = false } = command.opts<CommentOptions>();
  const comment: GivenComment = {
    path,
    side: old ? 'old' : 'new',
    ...linesIn(lines),
    text: words.join(' '),
  };
  using connected = await around.connect();
  const { signal } = around.interrupt;
  const given = { comments: [comment], keep: !send };
  const answer = await connected.commentOnChange(id, given, { signal });
  around.out.show(answer, () => [
    ...(send ? [] : commentLines(answer.comments.slice(-1))),
    ...outcomeOf(around, answer),
  ]);
}

/** `12` or `12-18`. @throws UsageError for anything else */
function linesIn(text: string): Pick<GivenComment, 'line' | 'fromLine'> {
  const [, first, last] = /^([1-9]\d*)(?:-([1-9]\d*))?$/.exec(text) ?? [];
  if (first === undefined || (last !== undefined && Number(last) < Number(first)))
    throw new UsageError('Lines are a number or a range, such as 12 or 12-18.');
  const line = Number(last ?? first);
  return last === undefined ? { line } : { line, fromLine: Number(first) };
}

/** Each comment with its place, its text and how it was sent. */
function commentLines(comments: readonly RunComment[]): readonly string[] {
  if (comments.length === 0) return ['No comments.'];
  return comments.flatMap(({ id, path, text, byName, sent, ...where }) => [
    `${id}  ${printable(path)}, ${placeOf(where)}${byName === undefined ? '' : `, by ${printable(byName)}`}: ${stateOf(sent)}`,
    ...indented(text, '    | '),
  ]);
}

function placeOf({
  side,
  line,
  fromLine = line,
}: Pick<RunComment, 'side' | 'line' | 'fromLine'>): string {
  return commentTexts.lines(fromLine, line, side);
}

function stateOf(sent: RunComment['sent']): string {
  return sent === undefined ? 'kept' : `sent to run ${sent.runId}`;
}

function outcomeOf(around: Around, { runId, comments, sentTo }: Commented): readonly string[] {
  if (sentTo !== null) {
    return [`Run ${sentTo.id} has the comments. Watch it: ${around.typed(`follow ${sentTo.id}`)}`];
  }
  const kept = comments.filter(({ sent }) => sent === undefined).length;
  return kept === 0 ? [] : [`${kept} kept. Send: ${around.typed(`comments ${runId} --send`)}`];
}
