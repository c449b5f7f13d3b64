import path from 'node:path';
import { clip } from '../../platform/text/clip.js';
import { inOneLine } from '../../platform/text/cleaned.js';
import { readFrontMatter } from '../../platform/text/front-matter.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { limits } from '../../protocol/limits.js';
import type { FolderBrief, FolderRole, SkippedFile } from '../../protocol/records/floor-offers.js';
import type { Department, Role } from '../../protocol/records/organisation.js';
import { argumentsOf } from '../../protocol/rules/fill-brief.js';
import { offerTexts } from '../../protocol/texts/floor-offers.js';
import { engineerPolicy } from '../default-organisation/engineer-policy.js';
import { readTools } from '../default-organisation/tool-sets.js';
import { slugOf } from '../floors/slug.js';

/** A file of the folder. */
export interface OfferedFile {
  /** Relative to the folder of the floor. */
  readonly path: string;
  readonly text: string;
}

type Read<T> = ({ readonly ok: true } & T) | ({ readonly ok: false } & SkippedFile);

/** Characters of all duties together, which leaves room for the other texts of a role. */
const dutiesCharacters = 12_000;
const briefCharacters = 20_000;
const mostNames = 30;

/** Fields that are taken over; all others are reported as left out. */
const takenOfRole: readonly string[] = ['name', 'description'];
const takenOfBrief: readonly string[] = [...takenOfRole, 'argument-hint'];

/** An agent as a role to be hired, with the agent's texts and read-only tools. */
export function readAgent(
  { path: at, text }: OfferedFile,
  departments: readonly Pick<Department, 'id'>[],
): Read<{ readonly offered: FolderRole }> {
  const { values, body, problem } = readFrontMatter(text);
  if (problem !== null) return skipped(at, offerTexts.badFrontMatter(inOneLine(problem)));
  const words = sanitizeOutput(body);
  if (words.trim() === '') return skipped(at, offerTexts.empty);
  const file = path.posix.basename(at).replace(/\.(?:agent|chatmode)?\.?md$/, '');
  const name = short(values.name, limits.roleNameCharacters) || short(file, 120);
  const description = short(values.description, limits.roleDetailCharacters);
  const spelled = [name, file].find((each) => /[a-z0-9]/i.test(each));
  if (spelled === undefined) return skipped(at, offerTexts.badName);
  const id = slugOf(spelled);
  const role: Role = {
    id,
    displayName: name,
    title: clip(description === '' ? name : description, limits.roleNameCharacters),
    departmentId: departments.find((each) => each.id === 'backend')?.id ?? departments[0]?.id ?? '',
    seniority: 'senior',
    rank: 3,
    reportsTo: null,
    mission: clip(description === '' ? name : description, limits.roleMissionCharacters),
    responsibilities: dutiesOf(words),
    skillIds: [],
    allowedTools: [...readTools],
    modelPolicy: engineerPolicy,
    seatId: null,
    roomId: null,
    canDelegate: false,
    maxDirectReports: 0,
    persona: { voice: offerTexts.voice, values: [] },
    appearance: { bodyColor: '#334155', accentColor: '#94a3b8', height: 1 },
    maxTurnsPerStage: 4,
  };
  return { ok: true, offered: { path: at, role, leftOut: leftOut(values, takenOfRole) } };
}

/** A command or prompt as a brief with places for its arguments. */
export function readCommand({
  path: at,
  text,
}: OfferedFile): Read<{ readonly offered: FolderBrief }> {
  const { values, body, problem } = readFrontMatter(text);
  if (problem !== null) return skipped(at, offerTexts.badFrontMatter(inOneLine(problem)));
  const brief = clip(sanitizeOutput(body).trim(), briefCharacters, '…');
  if (brief === '') return skipped(at, offerTexts.empty);
  const file = path.posix.basename(at).replace(/(?:\.prompt)?\.md$/, '');
  const runs = brief.includes('!`') ? [offerTexts.commands] : [];
  return {
    ok: true,
    offered: {
      path: at,
      name: short(values.name, limits.roleNameCharacters) || short(file, 120),
      description: short(values.description, limits.roleMissionCharacters),
      brief,
      arguments: argumentsOf(brief, short(values['argument-hint'], 120)),
      leftOut: [...leftOut(values, takenOfBrief), ...runs],
    },
  };
}

function skipped(at: string, reason: string): { readonly ok: false } & SkippedFile {
  return { ok: false, path: at, reason };
}

/** A value of front matter as one line; empty for any other type. */
function short(value: unknown, most: number): string {
  return typeof value === 'string' ? clip(inOneLine(value), most) : '';
}

function leftOut(
  values: Readonly<Record<string, unknown>>,
  taken: readonly string[],
): readonly string[] {
  return Object.keys(values)
    .filter((name) => !taken.includes(name))
    .slice(0, mostNames)
    .map((name) => short(name, 60));
}

/** The paragraphs as duties; short ones are joined up to the length of a duty. */
function dutiesOf(words: string): readonly string[] {
  const most = limits.roleDetailCharacters;
  const duties: string[] = [];
  let left = dutiesCharacters;
  for (const paragraph of words.split(/\n\s*\n/).map((each) => each.trim())) {
    const shown = clip(paragraph, Math.min(most, left));
    if (shown === '') continue;
    left -= shown.length;
    const last = duties.at(-1);
    if (last !== undefined && last.length + shown.length + 2 <= most) {
      duties[duties.length - 1] = `${last}\n\n${shown}`;
    } else duties.push(shown);
  }
  return duties;
}
