import { RefusedError } from '#platform/errors/office-error.js';
import { type ForgeKind, forgeKinds } from '#protocol/records/enums.js';
import type { ForgeRules } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';

/** The given rules; absent ones stay unchanged. */
export type GivenRules = { readonly [K in keyof ForgeRules]?: ForgeRules[K] | undefined };

/** Fields that a refusal can name. */
type ForgeField = keyof ForgeRules | 'kind' | 'url' | 'repository' | 'token' | 'workspaceId';

/** A refusal that names its field, so that a form shows it there. */
export function forgeRefusal(field: ForgeField, text: string): RefusedError {
  return new RefusedError(text, { field });
}

const usual: ForgeRules = {
  label: 'office',
  mention: null,
  pipelineId: null,
  issueUsd: 5,
  wakes: 5,
  perDay: 20,
  pollSeconds: 60,
};

const nameCharacters = 100;

const bounds = {
  issueUsd: [0.01, 1000],
  wakes: [0, 50],
  perDay: [1, 1000],
  pollSeconds: [10, 86_400],
} as const;

/** @throws RefusedError */
export function checkedRules(given: GivenRules, before: ForgeRules = usual): ForgeRules {
  const named = (key: 'label' | 'mention'): string | null => {
    const value = given[key] === undefined ? before[key] : given[key];
    if (value === null || value.trim() === '') return null;
    const name = key === 'mention' ? value.trim().replace(/^@/, '') : value.trim();
    if (name === '' || name.length > nameCharacters || /[\n\r,]/.test(name)) {
      throw forgeRefusal(key, forgeTexts.badName(key));
    }
    return name;
  };
  const numbered = (key: keyof typeof bounds): number => {
    const value = given[key] ?? before[key];
    const [least, most] = bounds[key];
    const isWhole = key === 'issueUsd' || Number.isInteger(value);
    if (!isWhole || !(value >= least && value <= most)) {
      throw forgeRefusal(key, forgeTexts.badBound(key, least, most));
    }
    return value;
  };
  const rules: ForgeRules = {
    ...{ label: named('label'), mention: named('mention') },
    pipelineId: (given.pipelineId === undefined ? before.pipelineId : given.pipelineId) || null,
    ...{ issueUsd: numbered('issueUsd'), wakes: numbered('wakes') },
    ...{ perDay: numbered('perDay'), pollSeconds: numbered('pollSeconds') },
  };
  if (rules.label === null && rules.mention === null)
    throw forgeRefusal('label', forgeTexts.noRule);
  return rules;
}

/** @throws RefusedError */
export function checkedKind(kind: string): ForgeKind {
  const known = forgeKinds.find((each) => each === kind);
  if (known === undefined) throw forgeRefusal('kind', forgeTexts.badKind);
  return known;
}

/** Address of a forge without a slash at its end. @throws RefusedError */
export function checkedUrl(given: string): string {
  const refused = forgeRefusal('url', forgeTexts.badUrl);
  if (!URL.canParse(given)) throw refused;
  const { protocol, username, password, search, hash, pathname, origin } = new URL(given);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  if (!['http:', 'https:'].includes(protocol) || !isPlain) throw refused;
  return origin + pathname.replace(/\/$/, '');
}

/** In lower case, as forges compare names. @throws RefusedError */
export function checkedRepository(given: string, kind: ForgeKind): string {
  const parts = given
    .trim()
    .replace(/\.git$/, '')
    .split('/');
  const most = kind === 'gitlab' ? 20 : 2;
  const areNames = parts.every((part) => /^[\w.-]{1,100}$/.test(part) && !/^\.+$/.test(part));
  if (parts.length < 2 || parts.length > most || !areNames) {
    throw forgeRefusal('repository', forgeTexts.badRepository);
  }
  return parts.join('/').toLowerCase();
}
