import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import { OptionalString, RequiredText } from '../../platform/validation/fields.js';
import type { FolderList } from '../../protocol/records/folders.js';
import { folderTexts } from '../../protocol/texts/folders.js';
import { FloorFolders } from './floor-folders.service.js';

/** Body of `POST /folders`. */
class ListFoldersBody {
  /** Absolute; absent: the folder of workspaces. */
  @OptionalString()
  path?: string;
}

/** Body of `POST /folders/repository`. */
class MakeRepositoryBody {
  /** Absolute. */
  @RequiredText(folderTexts.pathRequired)
  path!: string;
}

/**
 * Directories for floors. Outside `/api/`, whose operations are fixed. Listing is a POST, because
 * only pages that may widen rights get names of directories.
 */
@ApiTags('workspaces')
@Controller('folders')
export class FoldersController {
  constructor(private readonly folders: FloorFolders) {}

  @WidensRights(true)
  @Post()
  @Operation({
    summary: 'The directories in one, to choose that of a floor',
    answers: 'FolderList',
  })
  list(@Body() { path }: ListFoldersBody): Promise<FolderList> {
    return this.folders.list(path);
  }

  @WidensRights(true)
  @Post('repository')
  @Operation({ summary: 'Make a directory a git repository', answers: 'FolderList' })
  makeRepository(@Body() { path }: MakeRepositoryBody): Promise<FolderList> {
    return this.folders.makeRepository(path);
  }
}
