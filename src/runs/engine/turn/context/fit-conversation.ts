import { estimateTokens, mostTokens } from '#models/gateway/estimate-tokens.js';
import type { ModelMessage, ToolRequest } from '#models/gateway/model-call.js';
import { clip } from '#platform/text/clip.js';
import { clipFenced, clipFencedMiddle } from '#platform/text/clip-fenced.js';
import { promptTexts } from '#protocol/texts/prompts.js';

/** Tokens of a message besides its texts. */
const messageTokens = 16;

/**
 * Share of the room that is filled after shortening, so that the conversation then stays stable for
 * a while.
 */
const fillAfterwards = 0.6;

const shortArgument = 200;
const shortCall = 120;
const shortText = 500;

/** Upper bound of a conversation's tokens. */
export function conversationTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

/**
 * Shortens a conversation to fit: results of old tool calls are replaced by a line with the call,
 * its outcome and how to read it again; then arguments of old calls; then, if needed, the newest
 * results, the oldest rounds and calls. The request itself is unchanged. After a change, reasoning
 * is left out, because providers bind it to its conversation.
 *
 * @param room tokens for all messages
 */
export function fitConversation(
  messages: readonly ModelMessage[],
  room: number,
): readonly ModelMessage[] {
  if (surelyFits(messages, room) || conversationTokens(messages) <= room) return messages;
  const target = Math.floor(room * fillAfterwards);
  const { request, rounds } = split(messages);
  let fitted: Rounds = rounds.map((round) => round.map(withoutReasoning));
  const size = (): number => conversationTokens([...request, ...fitted.flat()]);
  const shorten = (change: (message: ModelMessage) => ModelMessage, keep: number): void => {
    for (let index = 0; index < fitted.length - keep && size() > target; index++) {
      fitted = fitted.with(index, (fitted[index] ?? []).map(change));
    }
  };
  shorten((message) => (message.role === 'tool' ? compacted(message, rounds) : message), 1);
  shorten(shortArguments, 1);
  if (size() <= room) return [...request, ...fitted.flat()];
  fitted = [...fitted.slice(0, -1), fittedResults(fitted.at(-1) ?? [], room, size())];
  if (size() > room) shorten((message) => shortMessage(shortArguments(message)), 0);
  while (size() > room && isDroppable(fitted)) fitted = withoutOldest(fitted);
  if (size() > room) fitted = fitted.map((round) => fewerCalls(round, request, room));
  return [...request, ...fitted.flat()];
}

/** True if it fits by length alone, which spares counting every character. */
function surelyFits(messages: readonly ModelMessage[], room: number): boolean {
  return messages.reduce((sum, message) => sum + mostTokensOf(message), 0) <= room;
}

/** Upper bound of a message's tokens, by its length. */
function mostTokensOf(message: ModelMessage): number {
  const { content, name = '', toolCalls, origin } = message;
  if (toolCalls !== undefined || origin !== undefined) return tokensOf(message);
  return messageTokens + mostTokens(content.length + name.length) + Math.ceil(content.length / 2);
}

type Rounds = readonly (readonly ModelMessage[])[];

interface Conversation {
  /** The messages at the start of the turn. */
  readonly request: readonly ModelMessage[];
  /** Each answer with the results of its calls; later user messages are rounds of their own. */
  readonly rounds: Rounds;
}

function split(messages: readonly ModelMessage[]): Conversation {
  const first = messages.findIndex(({ role }) => role === 'assistant');
  const from = first === -1 ? messages.length : first;
  const rounds: ModelMessage[][] = [];
  for (const message of messages.slice(from)) {
    if (message.role === 'tool') rounds.at(-1)?.push(message);
    else rounds.push([message]);
  }
  return { request: messages.slice(0, from), rounds };
}

/** True for user messages, which stay. */
const isSaid = (round: readonly ModelMessage[]): boolean => round[0]?.role === 'user';

/** Whether an answer is left before the last round. */
function isDroppable(rounds: Rounds): boolean {
  return rounds.slice(0, -1).some((round) => !isSaid(round));
}

function withoutOldest(rounds: Rounds): Rounds {
  const oldest = rounds.findIndex((round) => !isSaid(round));
  return rounds.filter((_, index) => index !== oldest);
}

function withoutReasoning(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant') return message;
  return { ...message, origin: { servedBy: { providerId: '', modelId: '' } } };
}

function compacted(
  message: ModelMessage,
  rounds: readonly (readonly ModelMessage[])[],
): ModelMessage {
  if (message.content.length <= shortText) return message;
  const call = rounds
    .flatMap((round) => round.flatMap(({ toolCalls = [] }) => toolCalls))
    .findLast(({ id }) => id === message.toolCallId);
  const args = clip(call?.argumentsJson ?? '', shortCall, '…');
  const content = promptTexts.compacted(
    message.name ?? '',
    args,
    message.content.length,
    message.documentId,
    clipFenced(message.content, shortText / 2, '…'),
  );
  return { ...message, content };
}

function shortArguments(message: ModelMessage): ModelMessage {
  const { toolCalls } = message;
  return toolCalls === undefined
    ? message
    : { ...message, toolCalls: toolCalls.map(withShortArguments) };
}

function withShortArguments(call: ToolRequest): ToolRequest {
  if (call.argumentsJson.length <= shortArgument) return call;
  const shown = clip(call.argumentsJson, shortArgument);
  return { ...call, argumentsJson: JSON.stringify({ shortened: shown }) };
}

/** The newest results, each cut in the middle so that together they fit. */
function fittedResults(
  round: readonly ModelMessage[],
  room: number,
  size: number,
): readonly ModelMessage[] {
  const results = round.filter(({ role }) => role === 'tool');
  const taken = conversationTokens(results);
  const left = Math.max(0, room - (size - taken) - results.length * 2 * messageTokens);
  const part = taken === 0 ? 0 : left / taken;
  return round.map((message) => {
    if (message.role !== 'tool') return message;
    const max = Math.max(0, Math.floor(message.content.length * part) - shortText / 2);
    return { ...message, content: cut(message, max) };
  });
}

function cut({ content, documentId }: ModelMessage, max: number): string {
  return clipFencedMiddle(content, max, (omitted) =>
    documentId === undefined
      ? promptTexts.leftOut(omitted)
      : promptTexts.restOfDocument(omitted, documentId),
  );
}

function shortMessage(message: ModelMessage): ModelMessage {
  if (message.role === 'user') return message;
  return { ...message, content: clipFenced(message.content, shortText / 5) };
}

/** The answer with as many of its calls and results as fit. */
function fewerCalls(
  round: readonly ModelMessage[],
  request: readonly ModelMessage[],
  room: number,
): readonly ModelMessage[] {
  const [answer, ...results] = round;
  if (answer === undefined || answer.role === 'user') return round;
  let kept = answer.toolCalls ?? [];
  const shown = (): readonly ModelMessage[] => [
    { ...answer, toolCalls: kept },
    ...results.filter(({ toolCallId }) => kept.some(({ id }) => id === toolCallId)),
  ];
  while (kept.length > 1 && conversationTokens([...request, ...shown()]) > room) {
    kept = kept.slice(0, Math.floor(kept.length / 2));
  }
  return shown();
}

function tokensOf({ content, name = '', toolCalls = [], origin }: ModelMessage): number {
  const calls = toolCalls.map(({ id, name: tool, argumentsJson }) => id + tool + argumentsJson);
  const kept = origin === undefined ? '' : JSON.stringify(origin);
  const escapes = (content.match(/[\n"\\]/g) ?? []).length;
  return (
    messageTokens * (1 + toolCalls.length) +
    estimateTokens(content + name + calls.join('') + kept) +
    Math.ceil(escapes / 2)
  );
}
