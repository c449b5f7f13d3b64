import type { Role } from '#protocol/records/organisation.js';

/** Longer lists are given as a number, because a notice has little room. */
const mostNames = 5;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** Which of the names people of the floor already have, in words; undefined: none. */
export function thereIsAlready(
  names: readonly string[],
  people: readonly Pick<Role, 'displayName'>[],
): string | undefined {
  const known = new Map(people.map(({ displayName }) => [displayName.toLowerCase(), displayName]));
  const taken = names.flatMap((name) => known.get(name.toLowerCase()) ?? []);
  return taken.length === 0 ? undefined : `There is already ${listed.format(withArticles(taken))}.`;
}

function withArticles(names: readonly string[]): readonly string[] {
  return names.map((name) => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`);
}

/** In words: who was hired, and who of them has no desk. */
export function hiredWords(hired: readonly Pick<Role, 'displayName' | 'seatId'>[]): string {
  const namesOf = (some: typeof hired) =>
    some.length > mostNames
      ? `${some.length} people`
      : listed.format(some.map((each) => each.displayName));
  const is = hired.length === 1 ? 'is' : 'are';
  const deskless = hired.filter(({ seatId }) => seatId === null);
  const without =
    deskless.length === 0
      ? ''
      : deskless.length === hired.length
        ? ', without a desk'
        : `; without a desk: ${namesOf(deskless)}`;
  return `${namesOf(hired)} ${is} hired${without}.`;
}
