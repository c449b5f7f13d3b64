import { z } from 'zod';
import type { Actor } from '#platform/actors/actor.js';
import type { McpToolName } from '#protocol/rules/rights-table.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { argumentCheck } from '#tools/checked-tool.js';
import type { ToolArguments, ToolParameters } from '#tools/tool.js';

/** Facts about a call besides its arguments. */
export interface ToolCall {
  readonly actor: Actor;
  /** Aborted when the client has left or cancelled. */
  readonly signal: AbortSignal;
  /** The client's id of this call; a repeat with the same id gets the same answer. */
  readonly requestId: unknown;
  /** Reports progress, if the client asked for it. */
  readonly tell: (message: string) => void;
}

/** A tool's answer: the same content as text and as data. */
export interface ToolAnswer<Data> {
  readonly text: string;
  readonly data: Data;
}

interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool as the door lists and calls it. */
export interface DoorTool {
  readonly name: McpToolName;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  readonly inputSchema: ToolParameters;
  readonly outputSchema: ToolParameters;
  /** @throws OfficeError also for arguments that do not fit */
  run(args: ToolArguments, call: ToolCall): Promise<ToolAnswer<object>>;
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: McpToolName;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  readonly input: Input;
  readonly output: Output;
  readonly run: (
    args: z.output<Input>,
    call: ToolCall,
  ) => ToolAnswer<z.output<Output>> | Promise<ToolAnswer<z.output<Output>>>;
}

export const hints = {
  reads: hintsOf({ readOnlyHint: true, idempotentHint: true }),
  /** Begins or changes work by employees, who may reach the network. */
  works: hintsOf({ openWorldHint: true }),
  ends: hintsOf({ destructiveHint: true, idempotentHint: true }),
  allows: hintsOf({ destructiveHint: true, openWorldHint: true }),
} as const;

function hintsOf(given: Partial<Hints>): Hints {
  return {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
    ...given,
  };
}

/** Makes a tool whose `run` only gets arguments that fit the schema. */
export function doorTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): DoorTool {
  const { name, title, description, input, output, run } = definition;
  const inputSchema = schemaOf(input);
  const check = argumentCheck(name, inputSchema);
  return {
    name,
    title,
    description,
    hints: definition.hints,
    inputSchema,
    outputSchema: schemaOf(output),
    run: async (args, call) => {
      const checked = check(args);
      if (!checked.ok) throw new RefusedError(checked.message);
      return run(checked.args as z.output<Input>, call);
    },
  };
}

/** The JSON Schema of arguments or answers, without the dialect, which the protocol defines. */
function schemaOf(schema: z.ZodObject): ToolParameters {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
