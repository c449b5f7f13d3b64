import { limits } from '#protocol/limits.js';
import type { ModelSpec } from '#protocol/records/models.js';
import type { RunDetail, ToolCallRecord } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { referencesIn, usage, type CountedRequest } from './counting-provider.js';
import type { HistoryRecorder } from '../../support/histories/history-recorder.js';
import type { ToolReport } from '../../support/histories/history.js';

interface Found {
  readonly runs: readonly RunDetail[];
  readonly ledger: readonly CountedRequest[];
  readonly models: readonly ModelSpec[];
  /** Lines that the employees' commands wrote: the reference of the answer that asked for it. */
  readonly lines: readonly string[];
}

/** Notes what a campaign finds in the end: runs, approvals, the provider's ledger, what commands did. */
export function noteRecords(recorder: HistoryRecorder, found: Found): void {
  const prices = new Prices(found.models);
  const runOf = new Map<string, string>();
  for (const run of found.runs) {
    for (const reference of answersOf(run)) runOf.set(reference, run.id);
  }
  const byBrief = new Map(found.runs.map(({ id, brief }) => [brief, id]));
  const received = new Set<string>();
  for (const request of found.ledger) {
    const { reference, brief, model } = request;
    const run = runOf.get(reference) ?? byBrief.get(brief ?? '');
    if (run === undefined) throw new Error(`a call of no run: ${JSON.stringify(request)}`);
    // The same request again has another answer than the one that is recorded.
    const isReceived = runOf.has(reference) && !received.has(reference);
    received.add(reference);
    recorder.note({
      entry: 'provider',
      run,
      call: reference,
      costUsd: prices.of(model),
      received: isReceived,
      mostUsd: prices.mostOf(request.characters),
    });
  }
  for (const line of found.lines) {
    recorder.note({ entry: 'effect', run: runOf.get(line) ?? 'unknown', call: line });
  }
  for (const run of found.runs) noteRun(recorder, run, prices, found.ledger);
}

/** References of the answers that its turns hold; the diff of a turn may show those of others. */
function answersOf({ turns }: RunDetail): readonly string[] {
  return turns.flatMap(({ text, toolCalls }) =>
    [text, ...toolCalls.map((call) => call.argumentsJson)].flatMap(referencesIn),
  );
}

function noteRun(
  recorder: HistoryRecorder,
  run: RunDetail,
  prices: Prices,
  ledger: readonly CountedRequest[],
): void {
  const sizes = ledger.flatMap(({ brief, characters }) => (brief === run.brief ? characters : []));
  recorder.note({
    entry: 'run',
    run: run.id,
    brief: run.brief,
    status: run.status,
    limitUsd: run.budget.limitUsd,
    spentUsd: run.budget.spentUsd,
    smallestUsd: prices.mostOf(Math.max(0, ...sizes)),
    turns: run.turns.map(({ id }) => id),
  });
  // The office books attempts that ended with a process, maybe before the provider heard of them.
  for (const { id, usage: spent } of run.turns) {
    if (spent.cutOff !== true && spent.estimated !== true) continue;
    const mostUsd = limits.callAttempts * prices.mostOf(Math.max(0, ...sizes));
    const call = `cut off in ${id}`;
    recorder.note({ entry: 'provider', run: run.id, call, costUsd: 0, received: false, mostUsd });
  }
  for (const { id, status, decidedBy: by } of run.approvals) {
    recorder.note({ entry: 'approval', run: run.id, approval: id, status, ...(by && { by }) });
  }
  for (const call of run.turns.flatMap(({ toolCalls }) => toolCalls)) {
    const [reference] = referencesIn(call.argumentsJson);
    if (reference === undefined) continue;
    recorder.note({ entry: 'tool', run: run.id, call: reference, status: statusOf(call) });
  }
}

function statusOf({ status, resultPreview }: ToolCallRecord): ToolReport['status'] {
  const isUnknown = status === 'running' || resultPreview.startsWith(runTexts.interruptedTool);
  return isUnknown ? 'unknown' : status;
}

/** What answers of the counting provider cost. */
class Prices {
  private readonly dearest: { readonly in: number; readonly out: number };

  constructor(private readonly models: readonly ModelSpec[]) {
    this.dearest = {
      in: Math.max(...models.map(({ costPerMTokIn }) => costPerMTokIn)),
      out: Math.max(...models.map(({ costPerMTokOut }) => costPerMTokOut)),
    };
  }

  of(model: string): number {
    const spec = this.models.find(({ id }) => id === model || id.endsWith(`/${model}`));
    if (spec === undefined) throw new Error(`no price of ${model}`);
    const { prompt_tokens: tokensIn, completion_tokens: tokensOut } = usage;
    return (tokensIn * spec.costPerMTokIn + tokensOut * spec.costPerMTokOut) / 1e6;
  }

  /** A bound of what may be booked for a call that was cut off: a token has a character at least. */
  mostOf(characters: number): number {
    return (2 * characters * this.dearest.in + smallestAnswer * this.dearest.out) / 1e6;
  }
}

/** Tokens (docs/money.md). */
const smallestAnswer = 256;
