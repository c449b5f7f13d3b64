/** The text under a heading of the changelog, by its first word; undefined where there is none. */
export function sectionOf(changelog, title) {
  const section = changelog
    .split(/^## /m)
    .slice(1)
    .find((each) => each.split(/\s/, 1)[0] === title);
  return section?.slice(section.indexOf('\n')).trim();
}

/** The version that the changelog has first. */
export function newestIn(changelog) {
  return /^## (\d\S*)/m.exec(changelog)?.[1];
}

const groups = [
  { title: 'Breaking', holds: ({ isBreaking }) => isBreaking },
  { title: 'Added', holds: ({ type }) => type === 'feat' },
  { title: 'Faster', holds: ({ type }) => type === 'perf' },
  { title: 'Fixed', holds: ({ type }) => type === 'fix' },
];

/** `feat(runs)!: say why` in its parts; undefined for what is no conventional commit. */
export function partsOf(subject) {
  const parts = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<mark>!)?: (?<text>.+)$/.exec(subject);
  if (parts === null) return undefined;
  const { type, scope = '', mark, text } = parts.groups;
  return { type, scope, text, isBreaking: mark !== undefined };
}

/**
 * What users notice of the commits, as Markdown: a list for each kind, by scope, each line once.
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
