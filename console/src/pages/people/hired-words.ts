import type { Role } from '#protocol/records/organisation.js';

/** More are counted: a notice has room for a few. */
const mostNames = 5;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** Who is hired, and who of them has no desk. */
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
