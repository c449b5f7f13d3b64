import type { TaskClass } from '../protocol/records/enums.js';
import type { Skill } from '../protocol/records/skills.js';
import type { SkillSelection } from '../protocol/records/skills.js';
import { skillTexts } from '../protocol/texts/skills.js';

/**
 * Weights, counted in telling words: a named skill goes before one that is made for the task class.
 */
const namedScore = 1000;
const taskClassScore = 100;

interface SkillQuestion {
  /** Skills that the role may use on this floor, in its order. */
  readonly usable: readonly Skill[];
  readonly taskClass: TaskClass;
  /** Brief, purpose and objective of the turn. */
  readonly text: string;
}

interface Scored {
  readonly score: number;
  readonly selection: SkillSelection;
}

/**
 * The skill loaded into a turn, as a list of at most one: one that the text names, else one made for
 * the task class, preferably as its first class, then with the most telling words in the text, then
 * the first of the role. None if nothing fits.
 */
export function selectSkills({ usable, taskClass, text }: SkillQuestion): SkillSelection[] {
  const words = wordsOf(text);
  const known = new Set(words);
  const asSaid = ` ${words.join(' ')} `;
  const scored = usable.flatMap((skill) => score(skill, taskClass, known, asSaid) ?? []);
  const best = Math.max(...scored.map((each) => each.score));
  return scored.flatMap((each) => (each.score === best ? [each.selection] : [])).slice(0, 1);
}

function score(
  skill: Skill,
  taskClass: TaskClass,
  words: ReadonlySet<string>,
  asSaid: string,
): Scored | undefined {
  const { id: skillId, taskClasses = [] } = skill;
  const matches = tellingWordsOf(skill).filter((word) => words.has(word)).length;
  if (isNamed(skill, asSaid)) {
    const selection = { skillId, via: 'keyword', reason: skillTexts.named } as const;
    return { score: namedScore + matches, selection };
  }
  if (!taskClasses.includes(taskClass)) return undefined;
  const made = taskClasses[0] === taskClass ? 2 * taskClassScore : taskClassScore;
  const reason = skillTexts.taskClass(taskClass, matches);
  return { score: made + matches, selection: { skillId, via: 'task-class', reason } };
}

/** A name of one word may mean anything, so it counts only beside the word "skill". */
function isNamed({ id, name }: Skill, asSaid: string): boolean {
  return [id, name].some((called) => {
    const words = wordsOf(called);
    const own = words.join(' ');
    if (words.length > 1) return asSaid.includes(` ${own} `);
    return (
      own !== '' && [`${own} skill`, `skill ${own}`].some((said) => asSaid.includes(` ${said} `))
    );
  });
}

/** Words without meaning for a task. */
const functionWords = new Set(
  'and are for from has have how its not that the this what when which who will with you your'.split(
    ' ',
  ),
);
const shortestTelling = 3;

const tellingWords = new WeakMap<Skill, readonly string[]>();

/** Memoised per skill, because every turn checks every skill. */
function tellingWordsOf(skill: Skill): readonly string[] {
  const { name, description, tags } = skill;
  const known = tellingWords.get(skill) ?? telling([name, description, ...tags].join(' '));
  tellingWords.set(skill, known);
  return known;
}

function telling(text: string): readonly string[] {
  return [...new Set(wordsOf(text))].filter(
    (word) => word.length >= shortestTelling && !functionWords.has(word),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
