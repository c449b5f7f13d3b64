import { OptionalFlag, OptionalString, RequiredObject } from '#platform/validation/fields.js';
import { floorFileTexts } from '#protocol/texts/floor-files.js';

/** Body of `POST /workspaces/preview`. */
export class PreviewFloorBody {
  @RequiredObject(floorFileTexts.fileRequired)
  file!: Record<string, unknown>;

  /** Used instead of the file's name. */
  @OptionalString()
  name?: string;
}

/** Body of `POST /workspaces/import`, and payload of `importWorkspace`. */
export class ImportFloorBody extends PreviewFloorBody {
  /** A directory name under the workspaces root. */
  @OptionalString()
  folder?: string;

  /** An absolute directory; used instead of `folder`. */
  @OptionalString()
  path?: string;

  /** Whether the files of a non-empty folder count as a person's own words; absent = no. */
  @OptionalFlag()
  trusted?: boolean;
}
