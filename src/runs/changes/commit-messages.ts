import { RefusedError } from '../../platform/errors/office-error.js';
import { clip, clipWords } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { limits } from '../../protocol/limits.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import { checkResults } from '../../protocol/rules/check-states.js';
import { askedIn } from '../../protocol/rules/fences.js';
import { titleOf } from '../../protocol/rules/run-title.js';
import { checkTexts } from '../../protocol/texts/checks.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';

const subjectCharacters = 72;
const lineCharacters = 72;
const paragraphCharacters = 800;
/** A sentence does not begin with a small letter, unlike the words after "e.g.". */
const betweenSentences = /(?<=[.!?]) (?!\p{Ll})/u;
const branchWords = 5;
const branchCharacters = 50;

type Told = Pick<
  Run,
  'id' | 'title' | 'brief' | 'objective' | 'outcome' | 'workPlan' | 'checks' | 'projectTest'
>;
/** The source of the work, if the office wrote the brief. */
export interface AskedBy {
  /** Subject of the commits. */
  readonly subject: string;
  readonly reason: string;
}

type ToldTurn = Pick<TurnRecord, 'id' | 'roleId' | 'runId' | 'text'>;

/**
 * What a run changed and why, as the message of one commit with all of it.
 * @param continued the runs before it that are part of the commit, the latest first
 */
export function runMessage(run: Told, continued: readonly Told[] = []): string {
  const first = continued.at(-1) ?? run;
  const inOrder = [...continued.toReversed(), run];
  const parts = run.workPlan?.builders.map(({ part }) => `- ${oneLine(part)}`) ?? [];
  const checks = checkResults(run).flatMap(({ command, state, last }) =>
    last === null ? [] : [`- ${oneLine(command)}: ${checkTexts.states[state]}`],
  );
  return inParagraphs([
    subjectOf(wantedBy(first)),
    ...told(inOrder.map(({ outcome }) => outcome ?? '')),
    ...(parts.length > 1 ? [parts.join('\n')] : []),
    ...reasonsOf(inOrder),
    ...(checks.length > 0 ? [[deliveryTexts.checksInMessage, ...checks].join('\n')] : []),
  ]);
}

/**
 * A message for the commit of each turn; no two begin with the same line.
 * @param continued the runs before it that are part of the branch, the latest first
 */
export function turnMessages(
  run: Told,
  turns: readonly ToldTurn[],
  continued: readonly Told[] = [],
  askedBy: AskedBy | null = null,
): readonly string[] {
  const known = new Map<string, number>();
  const first = continued.at(-1) ?? run;
  return turns.map((turn) => {
    const { roleId, text, runId, id } = turn;
    const { workPlan } = continued.find((each) => each.id === runId) ?? run;
    const part = workPlan?.builders.find((builder) => builder.roleId === roleId)?.part;
    const named = subjectOf(part ?? askedBy?.subject ?? '');
    const wanted = named === '' ? subjectOf(wantedBy(first)) : named;
    const count = (known.get(wanted) ?? 0) + 1;
    known.set(wanted, count);
    const number = count === 1 ? '' : deliveryTexts.furtherCommit(count);
    const subject = `${clipWords(wanted, subjectCharacters - number.length, '…')}${number}`;
    const trailers = [`Run: ${runId}`, `Turn: ${id}`];
    const why = askedBy === null ? reasonsOf([first]) : [wrapped(oneLine(askedBy.reason))];
    return `${inParagraphs([subject, wrapped(firstParagraph(text)), ...why, trailers.join('\n')])}\n`;
  });
}

/** A name from the first words of what is wanted, and the end of the run's id. */
export function branchFor(run: Pick<Run, 'id' | 'title' | 'objective' | 'brief'>): string {
  const { id } = run;
  const words =
    wantedBy(run)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const wanted = words.slice(0, branchWords).join('-').slice(0, branchCharacters).replace(/-$/, '');
  const name = [...(wanted === '' ? [] : [wanted]), id.slice(-4).toLowerCase()].join('-');
  return `office/${name}`;
}

export interface Coauthor {
  readonly name: string;
  readonly email: string;
}

/** A person's message of a commit. @throws RefusedError */
export function checkedMessage(message: string): string {
  const text = message.replaceAll('\r\n', '\n').trim();
  const { commitMessageCharacters: most } = limits;
  if (text.length > most) throw new RefusedError(deliveryTexts.longMessage(most));
  if (text === '' || sanitizeOutput(text) !== text) {
    throw new RefusedError(deliveryTexts.badMessage);
  }
  return text;
}

/** A given message with the run's id and the co-authors. */
export function oneMessage(
  { id }: Pick<Run, 'id'>,
  message: string,
  coauthors: readonly Coauthor[],
): string {
  // As git writes the names of authors.
  const named = coauthors.map(
    ({ name, email }) => `Co-authored-by: ${oneLine(name.replace(/[<>]/g, ''))} <${email}>`,
  );
  const trailers = [`Run: ${id}`, ...named];
  return `${inParagraphs([message, trailers.join('\n')])}\n`;
}

/**
 * The title, else the objective, else the brief: only briefs written by the office have a title.
 */
function wantedBy({ title, objective, brief }: Pick<Run, 'title' | 'objective' | 'brief'>): string {
  return title ?? objective ?? askedIn(brief);
}

function subjectOf(text: string): string {
  const [line = ''] = sanitizeOutput(text).trim().split('\n', 1);
  const [sentence = line] = /^.*?[.!?](?=\s|$)/.exec(line) ?? [];
  return clipWords(oneLine(sentence).replace(/[.:]$/, ''), subjectCharacters, '…');
}

/** The briefs, without the first one if the message's subject says all of it. */
function reasonsOf([first, ...further]: readonly Told[]): readonly string[] {
  const why = oneLine(askedIn(first?.brief ?? ''));
  const isSaid = first?.objective === null && subjectOf(why) === why.replace(/[.:]$/, '');
  return [
    isSaid ? '' : wrapped(deliveryTexts.askedFor(clip(why, paragraphCharacters, '…'))),
    ...further.map(({ brief }) =>
      wrapped(
        deliveryTexts.thenAskedFor(clip(oneLine(titleOf({ brief })), paragraphCharacters, '…')),
      ),
    ),
  ];
}

/** The first paragraph of each outcome, without the sentences that a later one repeats. */
function told(outcomes: readonly string[]): readonly string[] {
  const said = new Set<string>();
  return outcomes
    .toReversed()
    .map((outcome) => {
      const sentences = firstParagraph(outcome).split(betweenSentences);
      const kept = sentences.filter((sentence) => !said.has(asSaid(sentence)));
      for (const sentence of sentences) said.add(asSaid(sentence));
      return wrapped(kept.join(' '));
    })
    .toReversed();
}

function asSaid(sentence: string): string {
  return sentence.toLowerCase().replace(/[.!?:]$/, '');
}

/** The first paragraph that is no heading, in one line. */
function firstParagraph(text: string): string {
  const paragraphs = sanitizeOutput(text).split(/\n\s*\n/);
  const found = paragraphs
    .map((each) =>
      each
        .split('\n')
        .filter((line) => !isHeading(line))
        .join('\n')
        .trim(),
    )
    .find((each) => each !== '');
  return found === undefined ? '' : clip(oneLine(found), paragraphCharacters, '…');
}

function isHeading(line: string): boolean {
  return /^#{1,6} /.test(line.trimStart());
}

function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last ?? ''} ${word}`;
    if (last === undefined || longer.length > lineCharacters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

function oneLine(text: string): string {
  return sanitizeOutput(text).replace(/\s+/g, ' ').trim();
}

function inParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.filter((text) => text !== '').join('\n\n');
}
