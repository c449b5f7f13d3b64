import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  admit,
  type Budget,
  type CallEstimate,
  isExhausted,
  settleCall,
  openBudget,
  spendTurn,
} from './budget.js';

/**
 * The bound of docs/money.md as a law over any interleaving of turns: each makes calls one after
 * another, a call costs at most its reservation, and turns settle at any time.
 */

const smallestTokens = 256;
/** Tolerance for floating-point errors, USD. */
const dust = 1e-9;

/** An action on the turn chosen by its number. */
type Action =
  | {
      readonly kind: 'ask';
      readonly turn: number;
      readonly call: CallEstimate;
      readonly mayPass: boolean;
    }
  | { readonly kind: 'answer'; readonly turn: number; readonly share: number }
  | { readonly kind: 'settle'; readonly turn: number };

const price = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 100, noNaN: true }));

const estimate: fc.Arbitrary<CallEstimate> = fc.record({
  tokensIn: fc.nat(200_000),
  tokensOutMax: fc.integer({ min: 1, max: 128_000 }),
  usdPerMTokIn: price,
  usdPerMTokOut: price,
});

const turnNumber = fc.nat(15);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      turn: turnNumber,
      call: estimate,
      mayPass: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer'),
      turn: turnNumber,
      share: fc.oneof(fc.constant(1), fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle'), turn: turnNumber }) },
);

/** A run whose turns do what they are told if they can. */
class Office {
  budget: Budget;
  /**
   * The highest smallest-answer cost, including input, of any admitted call that might exceed the
   * ceiling.
   */
  smallestUsd = 0;
  /** The most by which spending and reservations ever exceeded the ceiling. */
  passedByUsd = 0;
  readonly verdicts = { admitted: 0, wait: 0, refused: 0 };
  private calls = 0;
  private readonly onTheirWay = new Map<number, { key: string; reservedUsd: number }>();
  private readonly costs = new Map<number, number>();

  constructor(limitUsd: number) {
    this.budget = openBudget(limitUsd, 0);
  }

  get atWork(): number {
    return this.onTheirWay.size;
  }

  get spentUsd(): number {
    return this.budget.spentUsd;
  }

  /** Everything spent, known or reserved: the worst-case cost. */
  get exposureUsd(): number {
    return this.spentUsd + this.budget.holds.reduce((sum, { usd }) => sum + usd, 0);
  }

  follow(next: Action): void {
    if (next.kind === 'ask') this.ask(next);
    else if (next.kind === 'answer') this.answer(next.turn, next.share);
    else this.settle(next.turn);
    this.passedByUsd = Math.max(this.passedByUsd, this.exposureUsd - this.budget.limitUsd);
  }

  ask({ turn, call, mayPass }: Extract<Action, { kind: 'ask' }>): void {
    if (this.onTheirWay.has(turn)) return;
    const key = `${turn}/m${this.calls++}`;
    const admission = admit(this.budget, key, call, mayPass);
    if (typeof admission === 'string') {
      this.verdicts[admission]++;
      return;
    }
    this.verdicts.admitted++;
    this.budget = admission.budget;
    this.onTheirWay.set(turn, { key, reservedUsd: admission.reservedUsd });
    if (mayPass) this.smallestUsd = Math.max(this.smallestUsd, smallestUsd(call));
  }

  answer(turn: number, share: number): void {
    const made = this.onTheirWay.get(turn);
    if (made === undefined) return;
    const usd = made.reservedUsd * share;
    this.onTheirWay.delete(turn);
    this.costs.set(turn, (this.costs.get(turn) ?? 0) + usd);
    this.budget = settleCall(this.budget, made.key, usd);
  }

  settle(turn: number): void {
    if (this.onTheirWay.has(turn)) return;
    this.budget = spendTurn(this.budget, `${turn}/`, this.costs.get(turn) ?? 0);
    this.costs.delete(turn);
  }

  /** Every pending call costs its full reservation, and every turn settles. */
  finishAtTheWorst(): void {
    for (const turn of [...this.onTheirWay.keys()]) this.answer(turn, 1);
    for (const turn of [...this.costs.keys()]) this.settle(turn);
  }
}

function smallestUsd({
  tokensIn,
  tokensOutMax,
  usdPerMTokIn,
  usdPerMTokOut,
}: CallEstimate): number {
  const tokensOut = Math.min(smallestTokens, tokensOutMax);
  return (tokensIn * usdPerMTokIn + tokensOut * usdPerMTokOut) / 1e6;
}

const limit = fc.double({ min: 0.001, max: 10, noNaN: true });
const history = fc.array(action, { maxLength: 120, size: 'max' });

function simulate(limitUsd: number, actions: readonly Action[]): Office {
  const office = new Office(limitUsd);
  for (const next of actions) office.follow(next);
  return office;
}

describe('the ceiling of a run', () => {
  it('is passed by less than one smallest answer, whoever works on what', () => {
    fc.assert(
      fc.property(limit, history, (limitUsd, actions) => {
        const office = simulate(limitUsd, actions);
        expect(office.passedByUsd).toBeLessThan(office.smallestUsd + dust);
        office.finishAtTheWorst();
        expect(office.spentUsd).toBeLessThan(limitUsd + office.smallestUsd + dust);
      }),
      { numRuns: 1000 },
    );
  });

  it('is passed by a call only if that was cut to its smallest answer', () => {
    fc.assert(
      fc.property(limit, history, estimate, (limitUsd, actions, call) => {
        const office = simulate(limitUsd, actions);
        const admission = admit(office.budget, 'asker/m', call, true);
        if (typeof admission === 'string') return;
        const exposureUsd = office.exposureUsd + admission.reservedUsd;
        const smallest = Math.min(smallestTokens, call.tokensOutMax);
        // Free output need not be limited.
        if (exposureUsd <= limitUsd + dust || call.usdPerMTokOut === 0) return;
        expect(admission.maxOutputTokens).toBe(smallest);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('every waiting call is admitted or refused (no starvation)', () => {
  it('a call is told to wait only while another is on its way', () => {
    fc.assert(
      fc.property(limit, history, estimate, (limitUsd, actions, call) => {
        const office = simulate(limitUsd, actions);
        if (admit(office.budget, 'asker/m', call, true) === 'wait')
          expect(office.atWork).toBeGreaterThan(0);
      }),
    );
  });

  it('a first call is refused only once known spend has reached the ceiling', () => {
    fc.assert(
      fc.property(limit, history, estimate, (limitUsd, actions, call) => {
        const { budget } = simulate(limitUsd, actions);
        expect(admit(budget, 'asker/m', call, true) === 'refused').toBe(isExhausted(budget));
      }),
    );
  });
});

describe('the stories told here', () => {
  it('see every verdict, so that the laws above are about something', () => {
    const seen = { admitted: 0, wait: 0, refused: 0 };
    for (const [limitUsd, actions] of fc.sample(fc.tuple(limit, history), {
      numRuns: 300,
      seed: 7,
    })) {
      const { verdicts } = simulate(limitUsd, actions);
      seen.admitted += verdicts.admitted;
      seen.wait += verdicts.wait;
      seen.refused += verdicts.refused;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
  });
});
