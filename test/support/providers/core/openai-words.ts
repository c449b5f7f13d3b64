import type { OrderProblem } from './chat-dialect.js';
import { commonLimits } from './tool-limits.js';
import type { ToolProblem } from './tool-limits.js';

/** A refusal in OpenAI's words, which others copied. */
export interface Worded {
  readonly message: string;
  readonly param: string;
  readonly code: string | null;
}

/**
 * @param field the path to a tool's fields: `.function` in chat completions, empty in Responses
 *
 * https://github.com/vishalmysore/Tools4AI/issues/16 (count),
 * https://github.com/mrexodia/ida-pro-mcp/issues/129 (length),
 * https://github.com/evalstate/fast-agent/issues/143 (schema)
 */
export function openAiToolText(problem: ToolProblem, field: string): Worded {
  if (problem.kind === 'too-many') {
    const message = `Invalid 'tools': array too long. Expected an array with maximum length ${commonLimits.most}, but got an array with length ${problem.count} instead.`;
    return { message, param: 'tools', code: 'array_above_max_length' };
  }
  const at = `tools[${problem.index}]${field}`;
  switch (problem.kind) {
    case 'name':
      return {
        message: `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        param: `${at}.name`,
        code: 'invalid_value',
      };
    case 'name-length':
      return tooLong(`${at}.name`, commonLimits.nameLength, problem.name.length);
    case 'description-length':
      return tooLong(`${at}.description`, commonLimits.descriptionLength, problem.length);
    case 'duplicate':
      return {
        message: `Invalid '${at}.name': tool names must be unique, got '${problem.name}' twice.`,
        param: `${at}.name`,
        code: 'invalid_value',
      };
    case 'not-an-object':
      return schemaText(at, problem.name, 'schema must be a JSON Schema of \'type: "object"\'', []);
    case 'keyword':
      return schemaText(
        at,
        problem.name,
        problem.path.length === 0
          ? "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
          : "a property is not of type 'object', 'boolean'",
        problem.path,
      );
    case 'schema':
      return schemaText(
        at,
        problem.name,
        `${problem.missing === 'items' ? 'array' : 'object'} schema missing ${problem.missing}.`,
        problem.path,
      );
  }
}

/** A text that is longer than the field allows. */
export function tooLong(param: string, most: number, length: number): Worded {
  const message = `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`;
  return { message, param, code: 'string_above_max_length' };
}

function schemaText(at: string, name: string, what: string, path: readonly string[]): Worded {
  const context = `(${path.map((step) => `'${step}'`).join(', ')})`;
  return {
    message: `Invalid schema for function '${name}': In context=${context}, ${what}`,
    param: `${at}.parameters`,
    code: 'invalid_function_parameters',
  };
}

/** https://developers.openai.com/api/docs/guides/function-calling */
export function openAiOrderText(problem: OrderProblem): Worded {
  const param = `messages.[${problem.index}].role`;
  if (problem.kind === 'orphan') {
    const message =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    return { message, param, code: null };
  }
  const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${problem.ids.join(', ')}`;
  return { message, param, code: null };
}
