import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';
import { limits } from '#protocol/limits.js';
import { toolTexts } from '#protocol/texts/tools.js';
import { fenceUntrusted } from '#tools/fence-untrusted.js';
import { findToolsName, findToolsTool, useToolName } from '#tools/finding/find-tools.js';
import { schemaOf } from '#tools/schema-of.js';
import type { Tool } from '#tools/tool.js';
import { ToolRegistry } from '#tools/tool-registry.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import { type CallCheck, checkCall, type ToolCall } from './check-call.js';

/** A call as made and recorded; a call of `use_tool` counts as a call of the tool it names. */
export interface JudgedCall {
  readonly call: ToolCall;
  readonly check: CallCheck;
  /** The tool if it was not shown to the model, which then gets its arguments after an error. */
  readonly unseen: Tool | null;
}

/** Finds the tool of a call and decides whether the turn may call it. */
@Injectable()
export class TurnTools {
  constructor(private readonly registry: ToolRegistry) {}

  judge(
    turn: Pick<ActiveTurn, 'grantedTools' | 'request' | 'workspaceId'>,
    call: ToolCall,
  ): JudgedCall {
    const { grantedTools, request, workspaceId: floor } = turn;
    const roleId = request.role.id;
    if (call.name === findToolsName) {
      const tool = findToolsTool(this.heldOn(floor, grantedTools));
      return { call, check: checkCall(call, [call.name], roleId, tool), unseen: null };
    }
    if (call.name !== useToolName) {
      const tool = this.registry.get(call.name);
      return { call, check: checkCall(call, grantedTools, roleId, tool), unseen: null };
    }
    const meant = meantBy(call);
    if (meant === null) return { call, check: unreadable, unseen: null };
    const found = this.registry.get(meant.name);
    const tool = found?.on?.(floor) ?? found;
    const check = checkCall(meant, grantedTools, roleId, tool);
    const unseen = grantedTools.includes(meant.name) ? (tool ?? null) : null;
    return { call: meant, check: unseen === null ? check : addArgumentHelp(check, unseen), unseen };
  }

  private heldOn(floor: string, names: readonly string[]): readonly Tool[] {
    return names
      .flatMap((name) => this.registry.get(name) ?? [])
      .map((tool) => tool.on?.(floor) ?? tool);
  }
}

/** A failed result, followed by the tool's arguments. */
export function withArguments(content: string, tool: Tool): string {
  const { name, parameters } = schemaOf(tool);
  const told = fenceUntrusted(`tool:${name}`, JSON.stringify(parameters));
  const whole = `${content}\n\n${toolTexts.takesArguments(name)}\n${told}`;
  return whole.length <= limits.toolResultCharacters
    ? whole
    : `${content}\n\n${toolTexts.findArguments(name)}`;
}

function addArgumentHelp(check: CallCheck, tool: Tool): CallCheck {
  if (check.allowed) return check;
  return {
    allowed: false,
    answer: { ...check.answer, content: withArguments(check.answer.content, tool) },
  };
}

const unreadable: CallCheck = {
  allowed: false,
  answer: {
    status: 'error',
    preview: toolTexts.useToolForm,
    content: toolTexts.useToolForm,
    affectsPaths: [],
  },
};

const useToolArguments = z.looseObject({ name: z.string().min(1), arguments: z.unknown() });

/** Models send the inner arguments as an object, as text, or not at all. */
function meantBy({ argumentsJson, cutAt }: ToolCall): ToolCall | null {
  const { success, data } = useToolArguments.safeParse(parsedOrUndefined(argumentsJson));
  if (!success) return null;
  const { name, arguments: inner = {} } = data;
  const json = typeof inner === 'string' ? inner : JSON.stringify(inner);
  return { name, argumentsJson: json, cutAt };
}
