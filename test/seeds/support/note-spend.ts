import type { Fact } from './history.js';
import type { Seen } from './seen.js';

const text = (fact: Fact, name: string): string => String(fact.data[name]);

/**
 * Notes what the provider's bills explain. Of a call before the run's last claim only the input must be
 * booked; and each time that a run changed hands, inputs of calls that were about to be made may be.
 */
export function noteSpend({ history }: Seen): void {
  const { facts, recorder } = history;
  const bills = new Map(
    history.of('provider bill').map((fact) => [text(fact, 'id'), Number(fact.data['usd'])]),
  );
  for (const [runId, ofRun] of Map.groupBy(facts, ({ data }) => data['runId'])) {
    if (runId === undefined) continue;
    const run = String(runId);
    const lastClaim = ofRun.findLastIndex(({ what }) => what === 'claimed');
    const unmadeUsd = mostOfInput(ofRun);
    const mayBe = (call: string, mostUsd: number): void =>
      recorder.note({ entry: 'provider', run, call, costUsd: 0, received: false, mostUsd });
    for (const [index, fact] of ofRun.entries()) {
      if (fact.what === 'claimed') mayBe('unmade', unmadeUsd);
      if (fact.what !== 'provider call') continue;
      const call = text(fact, 'id');
      const billed = bills.get(call);
      const input = Number(fact.data['inUsd']);
      const isSure = billed !== undefined && index > lastClaim;
      // What was added after its start was recorded is not in the estimate.
      const known = fact.data['heard'] === '' ? input : 0;
      const costUsd = isSure ? billed : Math.min(known, billed ?? known);
      recorder.note({ entry: 'provider', run, call, costUsd, received: true, mostUsd: 0 });
      mayBe(call, Math.max(input, billed ?? 0) - costUsd);
    }
  }
}

/** The dearest inputs of calls of a stage at once. */
function mostOfInput(made: readonly Fact[]): number {
  return 3 * Math.max(0.02, ...made.map(({ data }) => Number(data['inUsd'] ?? 0)));
}
