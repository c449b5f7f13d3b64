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

  /** An absolute directory, in place of the folder. */
  @OptionalString()
  path?: string;

  /** Whether the files of a folder that holds some count as a person's own words; absent = no. */
  @OptionalFlag()
  trusted?: boolean;

  /** Skills to enable; absent = all. */
  @OptionalStrings()
  skillIds?: string[];
}

/** Fields of a floor that is opened under the workspaces root and may do what every floor may. */
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
