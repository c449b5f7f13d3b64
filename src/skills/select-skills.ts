import type { TaskClass } from '../protocol/records/enums.js';
import type { Skill } from '../protocol/records/skills.js';
import type { SkillSelection } from '../protocol/records/work.js';
import { skillTexts } from '../protocol/texts/skills.js';

const alwaysSelected = 2;
const maxExtra = 3;

/** Weight of the task class, in matching words. */
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
 * The skills offered to a turn: the role's first two, then the best three others by task class and
 * matching words. Ties are ordered by id.
 */
export function selectSkills({ usable, taskClass, text }: SkillQuestion): SkillSelection[] {
  const words = countWords(text);
  const defaults = usable.slice(0, alwaysSelected).map(roleDefault);
  const extra = usable
    .slice(alwaysSelected)
    .flatMap((skill) => score(skill, taskClass, countMatches(skill, words)) ?? [])
    .sort((a, b) => b.score - a.score || compare(a.selection.skillId, b.selection.skillId))
    .slice(0, maxExtra);
  return [...defaults, ...extra.map(({ selection }) => selection)];
}

/** Words without meaning for a task. */
const functionWords = new Set(
  'and are for from has have how its not that the this what when which who will with you your'.split(
    ' ',
  ),
);
const shortestTelling = 3;

/**
 * The skill for the task class, preferably as its first class, then with the most matching words,
 * then the first. Undefined if none is made for the class or matches the text.
 */
export function bestFitting(
  skills: readonly Skill[],
  taskClass: TaskClass,
  text: string,
): Skill | undefined {
  const words = countWords(text);
  const scores = skills.map((skill) => fit(skill, taskClass, words));
  const best = Math.max(...scores);
  return best > 0 ? skills[scores.indexOf(best)] : undefined;
}

function fit(skill: Skill, taskClass: TaskClass, words: ReadonlyMap<string, number>): number {
  const { taskClasses = [] } = skill;
  const { short, long } = skillWordsOf(skill);
  if (!taskClasses.includes(taskClass)) return shared(short, words);
  const made = taskClasses[0] === taskClass ? 2 * taskClassScore : taskClassScore;
  return made + shared(long, words);
}

interface SkillWords {
  /** Words of its name and tags. */
  readonly short: readonly string[];
  /** Words of its description too. */
  readonly long: readonly string[];
}

const skillWords = new WeakMap<Skill, SkillWords>();

/** Memoised per skill, because every turn checks every skill. */
function skillWordsOf(skill: Skill): SkillWords {
  const { name, description, tags } = skill;
  const known = skillWords.get(skill) ?? {
    short: significantWords([name, ...tags]),
    long: significantWords([name, description, ...tags]),
  };
  skillWords.set(skill, known);
  return known;
}

function significantWords(texts: readonly string[]): readonly string[] {
  return [...countWords(texts.join(' ')).keys()].filter(
    (word) => word.length >= shortestTelling && !functionWords.has(word),
  );
}

/** Number of these words in the text, each counted once. */
function shared(own: readonly string[], words: ReadonlyMap<string, number>): number {
  return own.filter((word) => words.has(word)).length;
}

function roleDefault(skill: Skill): SkillSelection {
  return { skillId: skill.id, via: 'role-default', reason: skillTexts.roleDefault };
}

function score(skill: Skill, taskClass: TaskClass, matches: number): Scored | undefined {
  if (skill.taskClasses?.includes(taskClass)) {
    const reason = skillTexts.taskClass(taskClass, matches);
    return {
      score: taskClassScore + matches,
      selection: { skillId: skill.id, via: 'task-class', reason },
    };
  }
  if (matches === 0) return undefined;
  const reason = skillTexts.keyword(matches);
  return { score: matches, selection: { skillId: skill.id, via: 'keyword', reason } };
}

function countMatches(skill: Skill, words: ReadonlyMap<string, number>): number {
  const haystack = haystackOf(skill);
  let matches = 0;
  for (const [word, count] of words) if (haystack.includes(word)) matches += count;
  return matches;
}

const haystacks = new WeakMap<Skill, string>();

/**
 * The text in which words are searched; memoised per skill, because every turn checks every skill.
 */
function haystackOf(skill: Skill): string {
  const known = haystacks.get(skill);
  if (known !== undefined) return known;
  const haystack = [skill.name, skill.description, ...skill.tags].join(' ').toLowerCase();
  haystacks.set(skill, haystack);
  return haystack;
}

/** Words of at least two characters with their frequency, which counts as weight. */
function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
