import { purposeTexts } from '../texts/purposes.js';
import { reviewTexts } from '../texts/review.js';

/** Placeholder for the varying part of a purpose. */
const part = '\u0000';

/** Purposes and their descriptions for others, after a name: "Helena Marsh carries out …". */
const told: readonly (readonly [purpose: string, told: string])[] = [
  [purposeTexts.carryOut(part), `carries out "${part}"`],
  [purposeTexts.doYourPart(part), `does their part of "${part}"`],
  [purposeTexts.open, 'opens with a position'],
  [purposeTexts.agree, 'says whether they agree, and what they would do instead'],
  [purposeTexts.answer(part), `answers the strongest point against them (round ${part})`],
  [purposeTexts.closeWorkshop, 'closes the workshop with the decision record'],
  [purposeTexts.closeDebate, 'closes the debate with a ruling'],
  [reviewTexts.judge(part), `judges the files that were produced (${part})`],
  [reviewTexts.judgeAgain(part), `judges whether the objections are settled (${part})`],
  [reviewTexts.rule(part), `approves the work, or lists what has to change (${part})`],
  [reviewTexts.ruleAgain(part), `approves the work, or lists what still has to change (${part})`],
];

/** First sentence of the purpose of a revision; the instructions after it vary. */
const [revising = ''] = reviewTexts.revise('').split('. ', 1);

/** True for the purpose of a turn that answers a review. */
export function isRevision(purpose: string): boolean {
  return purpose.startsWith(revising);
}

/** What an employee does in a turn, as words after their name; an unknown purpose is unchanged. */
export function toldPurpose(purpose: string): string {
  if (isRevision(purpose)) {
    const [pass = ''] = purpose.slice(revising.length).split('. ', 1);
    return `changes their files to answer the review (${pass})`;
  }
  for (const [pattern, words] of told) {
    const varying = varyingPart(purpose, pattern);
    if (varying !== null) return words.replace(part, () => varying);
  }
  return purpose;
}

/** A sentence about a turn without its full stop, or name and purpose of an unknown one. */
export function toldTurn(name: string, purpose: string): string {
  const does = toldPurpose(purpose);
  return does === purpose ? `${name}: ${purpose}` : `${name} ${does}`;
}

/** A document of a stage in which the heading of each answer says who did what. */
export function toldHeadings(text: string, nameOf: (id: string) => string): string {
  return text.replace(/^## ([\w-]+): (.+)$/gm, (heading: string, id: string, purpose: string) =>
    toldPurpose(purpose) === purpose ? heading : `## ${toldTurn(nameOf(id), purpose)}`,
  );
}

/** The varying part of a purpose of this pattern; null: another purpose. */
function varyingPart(purpose: string, pattern: string): string | null {
  const [before = '', after = ''] = pattern.split(part);
  const isFixed = !pattern.includes(part);
  if (isFixed) return purpose === pattern ? '' : null;
  const isOf = purpose.startsWith(before) && purpose.endsWith(after);
  return isOf ? purpose.slice(before.length, purpose.length - after.length) : null;
}
