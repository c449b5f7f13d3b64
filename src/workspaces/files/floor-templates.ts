import { readFileSync } from 'node:fs';
import { NotFoundError } from '../../platform/errors/office-error.js';
import type { FloorFile, FloorTemplate } from '../../protocol/records/floor-files.js';
import { floorFileTexts } from '../../protocol/texts/floor-files.js';
import { readFloorFile } from './read-floor-file.js';

/** The order of the templates in the gallery, each with a brief to begin with. */
const briefs: Readonly<Record<string, string>> = {
  'code-maintenance':
    'Look for the three places in this code base that are hardest to change safely, and make the smallest one easier to change.',
  'web-product':
    'Build a single page that turns a list of things to do into a plan for the day, in plain HTML, CSS and JavaScript.',
  'data-analysis':
    'Describe the data in this folder: what each file holds, what is missing or doubtful, and three questions that it can answer.',
  writing:
    'Write a one-page guide that tells a newcomer what this folder holds and where to begin. Keep it in GUIDE.md.',
};

const templateIds = Object.keys(briefs);

/** The gallery: floor files that the office brings along, checked like any other. */
export function floorTemplates(): readonly FloorTemplate[] {
  return templateIds.map((id) => {
    const { name, description = '', roles } = readTemplate(id);
    return { id, name, description, people: roles.length, brief: briefs[id] ?? '' };
  });
}

/** @throws NotFoundError */
export function floorTemplate(id: string): FloorFile {
  if (!templateIds.includes(id)) throw new NotFoundError(floorFileTexts.noTemplate(id));
  return readTemplate(id);
}

const folder = new URL('templates/', import.meta.url);

const known = new Map<string, FloorFile>();

/** Read when it is first asked for. */
function readTemplate(id: string): FloorFile {
  const file =
    known.get(id) ?? readFloorFile(JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8')));
  known.set(id, file);
  return file;
}
