/** The text under the changelog heading that begins with this word; undefined if there is none. */
export function sectionOf(changelog, title) {
  const section = changelog
    .split(/^## /m)
    .slice(1)
    .find((each) => each.split(/\s/, 1)[0] === title);
  return section?.slice(section.indexOf('\n')).trim();
}

/** The first version in the changelog. */
export function newestIn(changelog) {
  return /^## (\d\S*)/m.exec(changelog)?.[1];
}

const groups = [
  { title: 'Breaking', holds: ({ isBreaking }) => isBreaking },
  { title: 'Added', holds: ({ type }) => type === 'feat' },
  { title: 'Faster', holds: ({ type }) => type === 'perf' },
  { title: 'Fixed', holds: ({ type }) => type === 'fix' },
];

/** Splits `feat(runs)!: say why` into its parts; undefined for other commit subjects. */
export function partsOf(subject) {
  const parts = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<mark>!)?: (?<text>.+)$/.exec(subject);
  if (parts === null) return undefined;
  const { type, scope = '', mark, text } = parts.groups;
  return { type, scope, text, isBreaking: mark !== undefined };
}

/**
 * The user-visible changes of the commits as Markdown: a list per kind, by scope, without
 * duplicates.
 * @param subjects the first lines of the commits
 */
export function notesOf(subjects) {
  const commits = subjects.map((subject) => partsOf(subject) ?? { type: 'other' });
  const grouped = Map.groupBy(commits, (commit) => groups.find(({ holds }) => holds(commit)));
  const lists = groups.flatMap((group) => {
    const lines = new Set((grouped.get(group) ?? []).map(lineOf));
    return lines.size === 0 ? [] : [`### ${group.title}\n\n${[...lines].toSorted().join('\n')}`];
  });
  const rest = (grouped.get(undefined) ?? []).length;
  const more = rest === 0 ? [] : [`And ${rest} commits of tests, documents and upkeep.`];
  return [...lists, ...more].join('\n\n');
}

function lineOf({ scope, text }) {
  return scope === '' ? `- ${text}` : `- ${scope}: ${text}`;
}
