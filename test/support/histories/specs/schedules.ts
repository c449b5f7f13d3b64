import fc from 'fast-check';
import type { OperationKind, OperationOf } from '../history.js';

/** When an operation begins and is answered around the moment of its effect, and what gets lost. */
interface Schedule {
  readonly before: number;
  readonly after: number;
  /** `answer`: it took effect and nobody was told; `effect`: it never did. */
  readonly lost: 'nothing' | 'answer' | 'effect';
}

const schedule: fc.Arbitrary<Schedule> = fc.record({
  before: fc.nat(60),
  after: fc.nat(60),
  lost: fc.constantFrom('nothing', 'nothing', 'nothing', 'nothing', 'answer', 'effect'),
});

/** A history that an object made which carries one operation out after another. */
export function madeBy<K extends OperationKind, I>(
  input: fc.Arbitrary<I>,
  begin: () => (asked: I) => Pick<OperationOf<K>, 'kind' | 'input' | 'answer'>,
  size = 25,
): fc.Arbitrary<readonly OperationOf<K>[]> {
  return fc.array(fc.tuple(input, schedule), { maxLength: size }).map((asked) => {
    const act = begin();
    return asked.map(([each, { before, after, lost }], place): OperationOf<K> => {
      const at = 100 + 10 * place;
      const done = lost === 'effect' ? begin()(each) : act(each);
      const isTold = lost === 'nothing';
      return {
        entry: 'operation',
        client: `client ${place % 3}`,
        replica: `replica ${place % 2}`,
        kind: done.kind,
        input: done.input,
        invoked: at - before,
        answered: isTold ? at + after : null,
        answer: isTold ? done.answer : null,
      };
    });
  });
}

/** What comes one after another once everything before was answered. */
export function afterwards<K extends OperationKind>(
  operations: readonly OperationOf<K>[],
  ...more: readonly Pick<OperationOf<K>, 'kind' | 'input' | 'answer'>[]
): readonly OperationOf<K>[] {
  const added = more.map((each, place): OperationOf<K> => ({
    entry: 'operation',
    client: 'client',
    replica: 'replica',
    kind: each.kind,
    input: each.input,
    invoked: 10_000 + 10 * place,
    answered: 10_005 + 10 * place,
    answer: each.answer,
  }));
  return [...operations, ...added];
}
