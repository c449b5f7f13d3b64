import { workspaceTexts } from '#protocol/texts/workspaces.js';
import {
  OptionalFlag,
  OptionalString,
  OptionalStrings,
  RequiredText,
} from '#platform/validation/fields.js';

class OpenFloorFields {
  @OptionalString()
  description?: string;

  /** As `#rrggbb`. */
  @OptionalString()
  color?: string;

  /** A directory name under the workspaces root. */
  @OptionalString()
  folder?: string;

  /** An absolute directory; used instead of `folder`. */
  @OptionalString()
  path?: string;

  /** Whether the files of a non-empty folder count as a person's own words; absent = no. */
  @OptionalFlag()
  trusted?: boolean;

  /** Skills to enable; absent = all. */
  @OptionalStrings()
  skillIds?: string[];
}

/** Fields of a request that opens a floor under the workspaces root without special rights. */
export const openingInside = ['name', 'description', 'color', 'folder', 'skillIds'] as const;

/** Body of `POST /api/workspaces`. */
export class OpenFloorBody extends OpenFloorFields {
  @RequiredText(workspaceTexts.nameRequired)
  name!: string;
}

/** Payload of the `createWorkspace` command. */
export class OpenFloorCommand extends OpenFloorFields {
  @RequiredText(workspaceTexts.needsName)
  name!: string;
}
