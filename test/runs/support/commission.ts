import type { Pipeline, Run, RunDetail, StageSpec } from '#protocol/records/work.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { PluginPipelines } from '#workspaces/plugin-pipelines.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import type { ScriptedReply } from '../../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../../support/start-office.js';

export interface Commission {
  readonly brief?: string;
  readonly pipelineId?: string;
  readonly budgetUsd?: number;
  readonly workspaceId?: string;
  readonly continues?: string;
  readonly full?: boolean;
  readonly paced?: boolean;
  readonly isolation?: 'place' | 'worktree';
}

/** Submits a brief at the HTTP door. */
export async function submit(office: RunningOffice, commission: Commission = {}): Promise<Run> {
  const { brief = 'Build a todo list', ...rest } = commission;
  const { status, body } = await office.client.post<Run>('/api/submit', { brief, ...rest });
  if (status !== 202) throw new Error(`the brief was refused: ${JSON.stringify(body)}`);
  return body;
}

/** The run once it is final, as the HTTP door tells it. */
export async function finished(
  office: RunningOffice,
  socket: OfficeSocket,
  runId: string,
): Promise<RunDetail> {
  await socket.waitFor('run.updated', ({ run }) => run.id === runId && isFinal(run.status));
  return (await office.client.get<RunDetail>(`/api/runs/${runId}`)).body;
}

/** Submits a brief and waits for its end. */
export async function carryOut(
  office: RunningOffice,
  socket: OfficeSocket,
  commission: Commission = {},
): Promise<RunDetail> {
  const run = await submit(office, commission);
  return finished(office, socket, run.id);
}

/** Offers a pipeline of the given stages to every floor, as a plugin would; answers its id. */
export function offerPipeline(
  office: RunningOffice,
  ...stages: readonly Partial<StageSpec>[]
): string {
  const id = 'test-pipeline';
  const pipeline: Pipeline = {
    id,
    name: 'Test pipeline',
    description: 'Stages that a test needs.',
    stages: stages.map((stage, index) => ({
      kind: 'plan',
      name: `Stage ${index + 1}`,
      roleIds: ['ceo'],
      mode: 'single',
      ...stage,
    })),
  };
  office.app.get(PluginPipelines, { strict: false }).register('test.pipelines', [pipeline]);
  return id;
}

/** The last thing the user side of a request said: the prompt of a turn's first call. */
export function promptOf({ body }: ScriptedRequest): string {
  const messages = (body?.messages ?? []) as readonly { role: string; content: string }[];
  return messages.find((message) => message.role === 'user')?.content ?? '';
}

/** What tools answered in the turn that a request belongs to. */
export function toolResultsIn({ body }: ScriptedRequest): readonly string[] {
  const messages = (body?.messages ?? []) as readonly { role: string; content: unknown }[];
  return messages.flatMap(({ role, content }) =>
    role === 'tool' ? [resultAlone(String(content))] : [],
  );
}

/** What a tool answered, without the line on the answers that are left in the turn. */
export function resultAlone(content: string): string {
  return content.replace(/\n\n\((?:One answer is|\d answers are) left in this turn[^)]*\)$/, '');
}

/** Asks for one tool, and ends the turn with a text once it has been answered. */
export function callsTool(
  name: string,
  args: object,
  text = 'Done.',
): (request: ScriptedRequest) => ScriptedReply {
  return (request) =>
    toolResultsIn(request).length > 0
      ? { text: [text] }
      : { toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }] };
}

/** Asks for tools one after another, and ends the turn with a text once all have been answered. */
export function callsTools(
  ...calls: readonly (readonly [name: string, args: object])[]
): (request: ScriptedRequest) => ScriptedReply {
  return (request) => {
    const [name, args] = calls[toolResultsIn(request).length] ?? [];
    if (name === undefined) return { text: ['Done.'] };
    return { toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }] };
  };
}
