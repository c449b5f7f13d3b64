import { Injectable } from '@nestjs/common';
import { done, SocketCommand } from '../../platform/socket/socket-command.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { OnFloorCommand } from '../on-floor.command.js';
import { RoomsService } from './rooms.service.js';

/** Socket commands about rooms; there are no HTTP routes for them. */
@Injectable()
export class RoomsCommands {
  constructor(private readonly rooms: RoomsService) {}

  @WidensRights(false)
  @SocketCommand('addRoom', done)
  async add({ workspaceId }: OnFloorCommand): Promise<void> {
    await this.rooms.add(workspaceId);
  }

  @WidensRights(false)
  @SocketCommand('removeRoom', done)
  async remove({ workspaceId }: OnFloorCommand): Promise<void> {
    await this.rooms.remove(workspaceId);
  }
}
