import { OptionalFlag, OptionalString, RequiredObject } from '#platform/validation/fields.js';
import { floorFileTexts } from '#protocol/texts/floor-files.js';

/** Body of `POST /workspaces/preview`. */
export class PreviewFloorBody {
  @RequiredObject(floorFileTexts.fileRequired)
  file!: Record<string, unknown>;

  /** In place of the file's. */
  @OptionalString()
  name?: string;
}

/** Body of `POST /workspaces/import`, and payload of `importWorkspace`. */
export class ImportFloorBody extends PreviewFloorBody {
  /** A directory name under the workspaces root. */
  @OptionalString()
  folder?: string;

  /** An absolute directory, in place of the folder. */
  @OptionalString()
  path?: string;

  /** Whether the files of a folder that holds some count as a person's own words; absent = no. */
  @OptionalFlag()
  trusted?: boolean;
}
