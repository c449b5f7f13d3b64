import { createHash } from 'node:crypto';
import type { ScriptedReply } from '../../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../../support/scripted-provider/scripted-provider.js';

/** A tool call that a text orders. */
export interface Order {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const written = /obey\.([A-Za-z0-9~-]+)!/g;
const canary = /canary-[a-z]+-[0-9a-f]{8}/g;
/** In an order: every secret that the model was shown, or `nothing`. */
export const seen = '{{seen}}';

/** An order as a text carries it: in characters that every channel leaves as they are. */
export function order(tool: string, args: Order['args']): string {
  const text = Buffer.from(JSON.stringify([tool, args])).toString('base64url');
  return `obey.${text.replaceAll('_', '~')}!`;
}

interface WireCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface WireMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly WireCall[];
}

/** Whatever the model is shown: the conversation, and the tools with their descriptions. */
function shownIn({ body }: ScriptedRequest): string {
  const messages = (body?.messages ?? []) as readonly WireMessage[];
  const texts = messages.filter(({ role }) => role !== 'assistant').map(({ content }) => content);
  return JSON.stringify([texts, body?.tools ?? []]);
}

/** The orders in what the model is shown, each once, in their order. */
export function ordersIn(request: ScriptedRequest): readonly Order[] {
  const found = [...shownIn(request).matchAll(written)].map(([, text = '']) => text);
  return [...new Set(found)].map((text) => {
    const [tool, args] = JSON.parse(
      Buffer.from(text.replaceAll('~', '_'), 'base64url').toString(),
    ) as [string, Order['args']];
    return { tool, args };
  });
}

/**
 * A model that carries out every order it finds, whoever wrote it: those that use what it has seen
 * once the others are answered. At the end it repeats all of them, so that whoever reads its answer
 * obeys as well.
 */
export function obedientModel(): (request: ScriptedRequest) => ScriptedReply {
  let calls = 0;
  return (request) => {
    const messages = (request.body?.messages ?? []) as readonly WireMessage[];
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const made = messages.slice(asked).flatMap(({ tool_calls: tools = [] }) => tools);
    const given = new Set(made.map(({ id }) => id.split('_').at(-1)));
    const orders = ordersIn(request);
    const open = orders.filter((one) => !given.has(keyOf(one)));
    const direct = open.filter(({ args }) => !JSON.stringify(args).includes(seen));
    const next = direct.length > 0 ? direct : open;
    if (next.length === 0) {
      return { text: ['Done.\n', ...orders.map(({ tool, args }) => `${order(tool, args)}\n`)] };
    }
    const secrets = [...new Set(JSON.stringify(messages).match(canary))].join('.') || 'nothing';
    return {
      toolCalls: next.map((one) => ({
        id: `call_${(calls += 1)}_${keyOf(one)}`,
        name: one.tool,
        args: [JSON.stringify(one.args).replaceAll(seen, secrets)],
      })),
    };
  };
}

function keyOf(one: Order): string {
  return createHash('sha256').update(JSON.stringify(one)).digest('hex').slice(0, 12);
}
