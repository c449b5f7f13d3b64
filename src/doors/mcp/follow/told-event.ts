import { clip } from '#platform/text/clip.js';
import type { ServerEvent } from '#protocol/events.js';
import type { Run, ToolCallRecord } from '#protocol/records/work.js';
import { toldTurn } from '#protocol/rules/told-purpose.js';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { bounds } from '../views/bounds.js';

const { progress: texts } = mcpDoorTexts;

/** Facts on which the line about an event depends. */
interface Surroundings {
  readonly stages: Run['stages'];
  /** Display name of a role. */
  readonly nameOf: (roleId: string) => string;
  /** Role of each turn that has begun. */
  readonly roleOfTurn: ReadonlyMap<string, string>;
}

/** One line about an event of a run; null: the event is not worth one. */
export function toldEvent(event: ServerEvent, around: Surroundings): string | null {
  const line = lineOf(event, around);
  return line === null ? null : clip(line.replace(/\s+/g, ' '), bounds.lineCharacters, '…');
}

function lineOf(event: ServerEvent, { stages, nameOf, roleOfTurn }: Surroundings): string | null {
  switch (event.type) {
    case 'stage.started': {
      const at = stages.findIndex(({ id }) => id === event.stage.id) + 1;
      return texts.stageStarted(at, stages.length, event.stage.spec.name);
    }
    case 'stage.finished':
      return texts.stageFinished(event.stage.spec.name, event.stage.status);
    case 'turn.started':
      return toldTurn(nameOf(event.turn.roleId), event.turn.purpose);
    case 'tool.result': {
      const { call } = event;
      const who = nameOf(roleOfTurn.get(event.turnId) ?? '');
      return texts.tool(who, call.name, aboutCall(call), call.status);
    }
    case 'approval.requested':
      return texts.asked(event.approval.summary);
    case 'approval.decided':
      return texts.decided(event.approval.summary, event.approval.status);
    case 'run.updated':
      return texts.status(event.run.status);
    default:
      return null;
  }
}

function aboutCall({ affectsPaths }: ToolCallRecord): string {
  return affectsPaths.slice(0, 3).join(', ');
}
