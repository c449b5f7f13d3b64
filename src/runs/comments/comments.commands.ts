import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../../platform/socket/socket-command.js';
import { nameOfActor } from '../../platform/actors/actors.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import {
  OptionalArray,
  OptionalFlag,
  OptionalString,
  OptionalStrings,
} from '../../platform/validation/fields.js';
import type { Commented } from '../../protocol/command-results.js';
import { RunCommand } from '../submit/run-commands.dto.js';
import { CommentsService } from './comments.service.js';

/** Payload of the `commentOnChange` command. */
class CommentOnChangeCommand extends RunCommand {
  @OptionalArray()
  comments?: unknown[];

  @OptionalStrings()
  remove?: string[];

  @OptionalFlag()
  keep?: boolean;

  @OptionalString()
  by?: string;
}

/** The socket command that comments on the change of a run. */
@Injectable()
export class CommentsCommands {
  constructor(private readonly comments: CommentsService) {}

  @WidensRights(false)
  @SocketCommand('commentOnChange')
  commentOnChange({ runId, by, ...request }: CommentOnChangeCommand): Promise<Commented> {
    return this.comments.comment(runId, { ...request, by: nameOfActor(by) });
  }
}
