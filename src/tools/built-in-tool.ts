import { checkedTool } from './checked-tool.js';
import type {
  ApprovalAsk,
  ForesightContext,
  Tool,
  ToolArguments,
  ToolContext,
  ToolParameters,
  ToolResult,
} from './tool.js';

/** A tool of this module with typed arguments. */
interface BuiltInTool<Args> {
  readonly name: string;
  readonly description: string;
  readonly required?: readonly (keyof Args & string)[];
  readonly properties: Readonly<Record<keyof Args & string, ToolParameters>>;
  /** Accepted, but not shown to models. */
  readonly unshown?: readonly (keyof Args & string)[];
  readonly readOnly: boolean | ((args: ToolArguments) => boolean);
  readonly runsAlone?: boolean;
  readonly resultCharacters?: number;
  readonly foresees?: (
    args: Args,
    context: ForesightContext,
  ) => ApprovalAsk | null | Promise<ApprovalAsk | null>;
  run(args: Args, context: ToolContext): Promise<ToolResult>;
}

/** Makes a tool whose `run` only gets arguments that fit the schema. */
export function builtInTool<Args>(definition: BuiltInTool<Args>): Tool {
  const {
    name,
    description,
    required = [],
    properties,
    unshown = [],
    readOnly,
    runsAlone,
    resultCharacters,
    foresees,
  } = definition;
  const parameters = { type: 'object', additionalProperties: false, required, properties };
  const listed = Object.entries(properties).filter(
    ([property]) => !unshown.some((one) => one === property),
  );
  return checkedTool({
    name,
    description,
    parameters,
    shown: withoutChecks({ type: 'object', required, properties: Object.fromEntries(listed) }),
    pluginId: null,
    readOnly,
    ...(runsAlone && { runsAlone }),
    ...(resultCharacters !== undefined && { resultCharacters }),
    ...(foresees && { foresees: (args, context) => foresees(args as Args, context) }),
    run: (args, context) => definition.run(args as Args, context),
  });
}

const checks: ReadonlySet<string> = new Set([
  'additionalProperties',
  'default',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
]);

/**
 * A schema without keywords that only validation needs. Models read the whole schema in every
 * request; descriptions state the relevant defaults and bounds.
 */
function withoutChecks(schema: ToolParameters): ToolParameters {
  const kept = Object.entries(schema).filter(([keyword]) => !checks.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, below(keyword, value)]));
}

function below(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return withoutChecks(value as ToolParameters);
  if (keyword !== 'properties') return value;
  const properties = Object.entries(value as Readonly<Record<string, ToolParameters>>);
  return Object.fromEntries(properties.map(([name, schema]) => [name, withoutChecks(schema)]));
}
