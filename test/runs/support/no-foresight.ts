import { CallForesight } from '#runs/engine/turn/tools/call-foresight.js';
import { TurnTools } from '#runs/engine/turn/tools/turn-tools.js';
import type { ToolRegistry } from '#tools/tool-registry.js';

/** Foresees nothing, because it knows no tool. */
export const noForesight = new CallForesight(
  new TurnTools({ get: () => undefined } as unknown as ToolRegistry),
);
