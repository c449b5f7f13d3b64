import type { Tool } from '#tools/tool.js';
import type { Outside } from './outside.js';

/** Tools whose effects are outside of the office: one acts, perhaps after a question, one only looks. */
export function simulatedTools({ world, history, plan }: Outside, by: string): readonly Tool[] {
  const common = { description: '', parameters: { type: 'object' }, pluginId: null };
  return [
    {
      ...common,
      name: 'act',
      readOnly: false,
      changesFiles: false,
      run: async ({ asks }, { runId, roleId, callId = '', requestApproval }) => {
        if (asks === true) {
          const ask = { kind: 'shell', summary: callId, detail: callId } as const;
          const { approved } = await requestApproval(ask);
          if (!approved) return { ok: false, content: 'refused' };
        }
        await world.delay(0, 3);
        history.note('tool effect', by, { runId, key: callId });
        await world.delay(1, plan.work.toolMs);
        return { ok: true, content: 'done', affectsPaths: [`${roleId}.txt`] };
      },
    },
    {
      ...common,
      name: 'look',
      readOnly: true,
      run: async () => {
        await world.delay(1, plan.work.toolMs);
        return { ok: true, content: 'seen' };
      },
    },
  ];
}
