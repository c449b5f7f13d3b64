import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk';

/** A session as an editor knows it. */
export interface ShownSession {
  readonly editor: AgentContext;
  readonly sessionId: string;
}

/** Sends updates to the editor, in their order. */
export async function sendUpdates(
  { editor, sessionId }: ShownSession,
  updates: readonly SessionUpdate[],
): Promise<void> {
  for (const update of updates) await editor.notify('session/update', { sessionId, update });
}
