import type { Role } from '#protocol/records/organisation.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { readVerdict } from '#protocol/rules/read-verdict.js';
import { readablePatch } from '#protocol/rules/readable-patch.js';
import type { CheckResult } from '#protocol/rules/check-states.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { reviewTexts } from '#protocol/texts/review.js';
import { runTexts } from '#protocol/texts/runs.js';
import { fenceUntrusted } from '#tools/fence-untrusted.js';
import { type Knowledge, withWrites } from '../knowledge.js';
import { describeFailure, officeId } from '../checks/describe-checks.js';
import { participantsOf } from '../plan/carried-out.js';
import { answerOf, handsOver, joinAnswers } from './turn-answers.js';
import { turnPaths } from '../journal/step-keys.js';
import { pathsNamedIn } from './named-paths.js';
import { takeTurns } from './parallel.js';
import {
  type StageContext,
  type StageOutcome,
  type Utterance,
  utteranceOf,
} from './stage-context.js';

const defaultIterations = 2;

interface Review {
  readonly turns: TurnRecord[];
  knowledge: Knowledge;
  /** What the next pass is shown: the last ruling and the authors' answers to it. */
  since: readonly Utterance[];
  /** The chair's last verdict; null: none. */
  verdict: TurnRecord | null;
}

/** The end of a pass: approved, stopped, or revised and to be judged again. */
type Pass = 'approved' | 'stopped' | 'revised';

/**
 * Producers revise until the chair stops objecting. Only an approval resolves the review: neither a
 * missing verdict nor a loop cut short after a revision does.
 */
export async function runReviewLoop(context: StageContext): Promise<StageOutcome> {
  const review: Review = { turns: [], knowledge: context.knowledge, since: [], verdict: null };
  const iterations = Math.max(1, context.stage.spec.maxIterations ?? defaultIterations);
  let pass: Pass = 'stopped';
  for (let iteration = 1; iteration <= iterations; iteration++) {
    if (context.mustStop(...passKeys(context, iteration))) {
      pass = 'stopped';
      break;
    }
    pass = await runPass(context, review, iteration, iterations);
    if (pass !== 'revised') break;
  }
  return outcomeOf(review, pass === 'approved');
}

async function runPass(
  context: StageContext,
  review: Review,
  iteration: number,
  iterations: number,
): Promise<Pass> {
  const [chair, ...reviewers] = context.participants;
  if (chair === undefined) return 'stopped';
  const pass = reviewTexts.pass(iteration, iterations);
  const said = await collectReviews(context, review, reviewers, iteration, pass);
  review.verdict = await takeChair(context, review, chair, said, iteration, pass);
  if (review.verdict === null) return 'stopped';
  const isApproved = approves(review.verdict);
  const failing = context.failingChecks(iteration);
  if (isApproved && failing.length === 0) return 'approved';
  const all = producersOf(context, review);
  // A failing check that nobody can fix any more is judged at the end of the run.
  if (all.length === 0 || iteration === iterations) return isApproved ? 'approved' : 'stopped';
  const producers = isApproved ? ownersOf(failing, all, review.knowledge) : all;
  const ruling = rulingOf(chair, review.verdict);
  const failed = failing.length === 0 ? [] : [failedChecks(failing)];
  await revise(context, review, producers, [...failed, ruling, ...said], iteration, pass);
  await context.runChecks(iteration);
  return 'revised';
}

async function collectReviews(
  context: StageContext,
  review: Review,
  reviewers: readonly Role[],
  iteration: number,
  pass: string,
): Promise<readonly Utterance[]> {
  const turns = await takeTurns(context, reviewers, (role) => ({
    key: turnPaths.review(iteration, role.id),
    purpose: iteration === 1 ? reviewTexts.judge(pass) : reviewTexts.judgeAgain(pass),
    transcript: review.since,
    turnIndex: iteration - 1,
    asksVerdict: true,
    knowledge: review.knowledge,
  }));
  add(review, turns);
  return utterances(reviewers, turns);
}

async function takeChair(
  context: StageContext,
  review: Review,
  chair: Role,
  said: readonly Utterance[],
  iteration: number,
  pass: string,
): Promise<TurnRecord | null> {
  const verdict = await context.turn({
    key: turnPaths.chair(iteration),
    role: chair,
    purpose: iteration === 1 ? reviewTexts.rule(pass) : reviewTexts.ruleAgain(pass),
    turnIndex: iteration - 1,
    asksVerdict: true,
    knowledge: review.knowledge,
    transcript: [...review.since, ...said],
  });
  if (verdict !== null) add(review, [verdict]);
  return verdict;
}

async function revise(
  context: StageContext,
  review: Review,
  producers: readonly Role[],
  said: readonly Utterance[],
  iteration: number,
  pass: string,
): Promise<void> {
  const ruling = said.find(({ purpose }) => purpose === reviewTexts.ruling);
  if (ruling === undefined) return;
  const turns = await takeTurns(context, producers, (role) => ({
    key: turnPaths.revision(iteration, role.id),
    purpose: [
      revisionPurpose(pass, ruling, producers, role, review.knowledge),
      ...(said[0] === ruling ? [] : [reviewTexts.checksFirst]),
    ].join('. '),
    turnIndex: iteration,
    knowledge: review.knowledge,
    transcript: said,
    isRevision: true,
    continues: context.conversationOf(role.id),
  }));
  add(review, turns);
  review.since = [ruling, ...turns.flatMap((turn) => answerTo(producers, turn))];
}

/** If several employees revise, the purpose names the items about the employee's own paths. */
function revisionPurpose(
  pass: string,
  { text }: Utterance,
  producers: readonly Role[],
  { id }: Role,
  { owners }: Knowledge,
): string {
  const purpose = reviewTexts.revise(pass);
  if (producers.length < 2) return purpose;
  const all = Object.values(owners).flat();
  return `${purpose}. ${reviewTexts.owned(itemsNaming(text, owners[id] ?? [], all))}`;
}

/**
 * Numbers of a ruling's items that name one of the paths.
 * @param all paths of everybody, among which the best match of a name is sought
 */
export function itemsNaming(
  ruling: string,
  paths: readonly string[],
  all: readonly string[],
): readonly string[] {
  return ruling.split(/^(?=[ \t]*\d{1,3}[.)])/m).flatMap((item) => {
    const number = /^[ \t]*(\d{1,3})[.)]/.exec(item)?.[1];
    const named = pathsNamedIn(item, all);
    return number !== undefined && paths.some((path) => named.has(path)) ? [number] : [];
  });
}

/**
 * The producers whose paths, by the plan or else by what they wrote, the output of failed checks
 * names. All producers if a failed check names none.
 */
export function ownersOf(
  failing: readonly CheckResult[],
  producers: readonly Role[],
  { owners, planned = {} }: Pick<Knowledge, 'owners' | 'planned'>,
): readonly Role[] {
  const arePlanned = producers.some(({ id }) => (planned[id] ?? []).length > 0);
  const paths = arePlanned ? planned : owners;
  const all = Object.values(paths).flat();
  const isNamed = ({ last }: CheckResult, { id }: Role): boolean => {
    const named = pathsNamedIn(last?.tail ?? '', all);
    return (paths[id] ?? []).some((path) => named.has(path));
  };
  const areKnown = failing.every((check) => producers.some((role) => isNamed(check, role)));
  if (!areKnown) return producers;
  return producers.filter((role) => failing.some((check) => isNamed(check, role)));
}

/** The failed checks as shown first to those who revise. */
function failedChecks(failing: readonly CheckResult[]): Utterance {
  const { office: speaker, failedPurpose: purpose } = checkTexts;
  const text = failing.map(describeFailure).join('\n\n');
  const turnId = failing[0]?.last?.artifactId ?? '';
  return { speaker, roleId: officeId, turnId, purpose, text, weight: 3 };
}

/** The chair's verdict, as shown first and at length to those who revise and in the next pass. */
function rulingOf(chair: Role, verdict: TurnRecord): Utterance {
  return { ...utteranceOf(chair, verdict), purpose: reviewTexts.ruling, weight: 3 };
}

/** An author's answer to the ruling, with the author's changes. */
function answerTo(producers: readonly Role[], turn: TurnRecord): readonly Utterance[] {
  const role = producers.find(({ id }) => id === turn.roleId);
  if (role === undefined) return [];
  const said = utteranceOf(role, turn);
  const patches = (turn.diff?.files ?? []).flatMap(({ patch }) =>
    patch === '' ? [] : [readablePatch(patch)],
  );
  const changes =
    patches.length === 0
      ? []
      : [reviewTexts.changedSince, fenceUntrusted('diff', patches.join('\n'))];
  const text = [said.text, ...changes].join('\n\n');
  return [{ ...said, text, purpose: reviewTexts.answer, weight: 3 }];
}

/** The first turns of a pass. */
function passKeys(context: StageContext, iteration: number): readonly string[] {
  const [, ...reviewers] = context.participants;
  return [
    ...reviewers.map((role) => turnPaths.review(iteration, role.id)),
    turnPaths.chair(iteration),
  ];
}

/** A failed turn's text is never a verdict. */
function approves(verdict: TurnRecord): boolean {
  // A chair that hands over has not judged yet.
  if (verdict.status !== 'done' || handsOver(verdict)) return false;
  return readVerdict(answerOf(verdict)) === 'approved';
}

/** Roles that wrote files in this run and do not judge in this stage. */
function producersOf(context: StageContext, review: Review): readonly Role[] {
  const judging = new Set(participantsOf(context.stage));
  return review.knowledge.producers
    .filter((roleId) => !judging.has(roleId))
    .flatMap((roleId) => context.roleOf(roleId) ?? []);
}

function add(review: Review, turns: readonly TurnRecord[]): void {
  review.turns.push(...turns);
  review.knowledge = turns.reduce(withWrites, review.knowledge);
}

function utterances(roles: readonly Role[], turns: readonly TurnRecord[]): readonly Utterance[] {
  return turns.flatMap((turn) => {
    const role = roles.find(({ id }) => id === turn.roleId);
    const utterance = role === undefined ? undefined : utteranceOf(role, turn);
    return utterance === undefined || utterance.text === '' ? [] : [utterance];
  });
}

/**
 * Later stages are shown the last verdict, the objections that were revised last and the authors'
 * answers; the document keeps every pass.
 */
function outcomeOf(review: Review, approved: boolean): StageOutcome {
  const verdict = review.verdict === null ? '' : answerOf(review.verdict);
  const told = verdict || joinAnswers(review.turns);
  const [ruling, ...since] = review.since;
  const answers = since.map(({ speaker, text }) => `${speaker}: ${withoutDiff(text)}`);
  const objected = ruling !== undefined && approved ? [reviewTexts.objected, ruling.text] : [];
  const revised = answers.length === 0 ? [] : [...objected, reviewTexts.afterRevision, ...answers];
  const summary = [...(approved ? [] : [runTexts.unresolvedHeading]), told, ...revised].join(
    '\n\n',
  );
  const document = joinAnswers(review.turns);
  return { turns: review.turns, summary, document, unresolved: !approved };
}

function withoutDiff(text: string): string {
  return text.split(`\n\n${reviewTexts.changedSince}`, 1)[0] ?? text;
}
