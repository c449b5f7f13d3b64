import { RefusedError } from '../../platform/errors/office-error.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { shapeTexts } from '../../protocol/texts.js';
import { acceptFloorName } from './floor-name.js';

/** What a floor is called and looks like in lists; what is absent stays as it is. */
export interface FloorDetails {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
}

/**
 * The floor with other details (behaviour-server.md 6.2): the company goes by the floor's name, a
 * blank description removes the description, a blank colour changes nothing.
 */
export function editDetails(floor: Workspace, details: FloorDetails): Workspace {
  return paint(describe(rename(floor, details.name), details.description), details.color);
}

/**
 * A colour as `#rrggbb`; undefined when there is none, or only blanks.
 * @throws RefusedError for any other text
 */
export function acceptColor(given: string | undefined): string | undefined {
  const color = given?.trim();
  if (color === undefined || color === '') return undefined;
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  throw new RefusedError(shapeTexts.mustBe('color', 'a colour written as #rrggbb'));
}

/** A description without the blanks around it; undefined when nothing is left. */
export function acceptDescription(given: string | undefined): string | undefined {
  return given?.trim() || undefined;
}

function rename(floor: Workspace, given: string | undefined): Workspace {
  if (given === undefined) return floor;
  const name = acceptFloorName(given);
  return { ...floor, name, org: { ...floor.org, company: { ...floor.org.company, name } } };
}

function describe(floor: Workspace, given: string | undefined): Workspace {
  if (given === undefined) return floor;
  const { description: _, ...undescribed } = floor;
  const description = acceptDescription(given);
  return description === undefined ? undescribed : { ...floor, description };
}

function paint(floor: Workspace, given: string | undefined): Workspace {
  const color = acceptColor(given);
  return color === undefined ? floor : { ...floor, color };
}
