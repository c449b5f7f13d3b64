import { Injectable } from '@nestjs/common';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { placed } from '../floors/placed.js';
import { ImportFloorBody } from './floor-files.dto.js';
import { FloorFilesService } from './floor-files.service.js';

/** Socket commands of floors as files. */
@Injectable()
export class FloorFilesCommands {
  constructor(private readonly files: FloorFilesService) {}

  @WidensRights(true)
  @SocketCommand('importWorkspace', placed)
  import(request: ImportFloorBody): Promise<Workspace> {
    return this.files.import(request);
  }
}
