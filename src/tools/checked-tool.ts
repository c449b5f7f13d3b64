import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { messageOf } from '../platform/errors/error-text.js';
import { OfficeError } from '../platform/errors/office-error.js';
import { ChildStartError } from '../platform/process/child-start-error.js';
import { pathTexts } from '../protocol/texts/paths.js';
import { toolTexts } from '../protocol/texts/tools.js';
import type { Tool, ToolArguments, ToolContext, ToolParameters, ToolResult } from './tool.js';

/** A failed call, with its reason for the model and the record. */
export function failure(content: string): ToolResult {
  return { ok: false, content };
}

/**
 * Wraps a tool so that `run` never throws and never gets invalid arguments: problems and refusals
 * become results, and a fault becomes `Tool error: <message>`.
 */
export function checkedTool(tool: Tool): Tool {
  const check = argumentCheck(tool.name, tool.parameters);
  const { foresees } = tool;
  return {
    ...tool,
    ...(foresees && {
      foresees: (args, context) => {
        const checked = check(args);
        return checked.ok ? foresees(checked.args, context) : null;
      },
    }),
    run: async (args, context) => {
      try {
        const checked = check(args);
        return checked.ok ? await tool.run(checked.args, context) : failure(checked.message);
      } catch (error) {
        return fromThrown(tool.name, error, context);
      }
    },
  };
}

function fromThrown(toolName: string, error: unknown, context: ToolContext): ToolResult {
  if (error instanceof OfficeError) return failure(error.message);
  context.log.warn(`${toolName}: ${messageOf(error)}`);
  if (error instanceof ChildStartError) return failure(toolTexts.notStarted(error.message));
  return failure(toolTexts.toolError(messageOf(error)));
}

type CheckedArguments =
  | { readonly ok: true; readonly args: ToolArguments }
  | { readonly ok: false; readonly message: string };

/** The keywords of a property's schema read here; Ajv reads the rest. */
interface PropertySchema {
  readonly type?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly default?: unknown;
}

const ajv = new Ajv({ strict: false, allErrors: false });

/**
 * Compiles a check of a tool's arguments.
 *
 * Before validation: null for an optional argument counts as absent, absent ones get their
 * `default`, numeric strings become numbers, integers lose their fraction, and numbers are clamped
 * to `minimum` and `maximum`. Returns the first problem.
 */
export function argumentCheck(
  toolName: string,
  parameters: ToolParameters,
): (args: ToolArguments) => CheckedArguments {
  const properties = (parameters.properties ?? {}) as Readonly<Record<string, PropertySchema>>;
  const required = new Set((parameters.required ?? []) as readonly string[]);
  let validate: ValidateFunction | undefined;
  return (args) => {
    validate ??= ajv.compile(parameters);
    const settled = settle(args, properties, required);
    if (validate(settled)) return { ok: true, args: settled };
    return { ok: false, message: problem(toolName, validate.errors?.[0], properties) };
  };
}

function settle(
  args: ToolArguments,
  properties: Readonly<Record<string, PropertySchema>>,
  required: ReadonlySet<string>,
): Record<string, unknown> {
  const settled: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (value === null && schema && !required.has(name)) continue;
    define(settled, name, schema ? settleNumber(value, schema) : value);
  }
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.default !== undefined && !Object.hasOwn(settled, name)) {
      define(settled, name, schema.default);
    }
  }
  return settled;
}

/** A plain assignment to `__proto__` would replace the prototype. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function settleNumber(value: unknown, schema: PropertySchema): unknown {
  if (schema.type !== 'integer' && schema.type !== 'number') return value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return value;
  const whole = schema.type === 'integer' ? Math.trunc(number) : number;
  return Math.min(Math.max(whole, schema.minimum ?? whole), schema.maximum ?? whole);
}

function problem(
  toolName: string,
  error: ErrorObject | undefined,
  properties: Readonly<Record<string, PropertySchema>>,
): string {
  if (!error) return toolTexts.argumentsInvalid(toolName, 'the arguments do not fit.');
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.keyword === 'additionalProperties') {
    return toolTexts.argumentUnknown(toolName, String(params.additionalProperty));
  }
  const field =
    error.keyword === 'required'
      ? String(params.missingProperty)
      : error.instancePath.slice(1).split('/').join('.');
  const schema = properties[field];
  if (schema?.type === 'string') return stringProblem(toolName, field, schema);
  return toolTexts.argumentsInvalid(toolName, `"${field}" ${problemOf(error)}.`);
}

function stringProblem(toolName: string, field: string, schema: PropertySchema): string {
  if (field === 'path') return pathTexts.required;
  const mayBeEmpty = schema.minLength === undefined && schema.pattern === undefined;
  return mayBeEmpty
    ? toolTexts.stringRequired(toolName, field)
    : toolTexts.nonEmptyRequired(toolName, field);
}

function problemOf(error: ErrorObject): string {
  return error.keyword === 'required' ? 'is required' : (error.message ?? 'does not fit');
}
