import { describe, expect, it } from '@jest/globals';
import { judge } from '../judge.js';
import {
  asked,
  call,
  connected,
  decided,
  effect,
  ended,
  hello,
  inOrder,
  lease,
  message,
  record,
  run,
  submitted,
  told,
  tool,
  work,
  type Given,
} from './entries.js';

type Row = readonly [what: string, entries: readonly Given[]];

const good: readonly Row[] = [
  ['nothing at all', []],
  [
    'an approval that all are told alike',
    [
      hello,
      connected('two', null, 0),
      decided('one', 1, 'approved'),
      decided('two', 1, 'approved'),
      record('approved', 'person'),
    ],
  ],
  [
    'one that timed out',
    [
      hello,
      asked('one', 1),
      decided('one', 2, 'rejected', 'timeout'),
      record('rejected', 'timeout'),
    ],
  ],
  ['a call that acted and is done', [effect, tool('ok')]],
  ['one that acted, with an unknown outcome', [effect, tool('unknown')]],
  ['one that failed after it acted', [effect, tool('error')]],
  ['one that never acted, with an unknown outcome', [tool('unknown')]],
  ['one that was refused', [tool('denied')]],
  ['spend as billed', [submitted('r'), call(0.2, true), call(0.1, true), run({ spentUsd: 0.3 })]],
  [
    'a call that was cut off and is booked',
    [submitted('r'), call(0.2, true), call(0.2, false, 0.15), run({ spentUsd: 0.35 })],
  ],
  ['one that nobody knows of', [submitted('r'), call(0.2, false, 0.1), run({ spentUsd: 0 })]],
  [
    'a smallest answer above the ceiling',
    [submitted('r'), call(1.05, true), run({ spentUsd: 1.05 })],
  ],
  ['numbers with holes that nobody got', [hello, message('one', 1), message('one', 4)]],
  [
    'a client that comes back',
    [
      hello,
      message('one', 1),
      message('one', 2),
      connected('one', 2, 5),
      message('one', 3),
      message('one', 5),
    ],
  ],
  [
    'one that begins later',
    [hello, message('one', 1), connected('two', null, 1), message('one', 2), message('two', 2)],
  ],
  [
    'one that was away too long',
    [
      hello,
      message('one', 1),
      connected('two', null, 0),
      connected('two', 0, 1, true),
      message('one', 2),
      message('two', 2),
    ],
  ],
  ['frames without a number', [hello, message('one', null), message('one', 1)]],
  [
    'a state that is the same',
    [{ entry: 'state', client: 'one', after: 1, seq: 1, different: [] }],
  ],
  [
    'a state that came before its events',
    [
      hello,
      { entry: 'state', client: 'one', after: 0, seq: 2, different: ['runs'] },
      message('one', 1),
    ],
  ],
  [
    'a run that ends',
    [
      hello,
      submitted('r'),
      told(1, 'run.created', { run: { id: 'r' } }),
      told(2, 'turn.started', { turn: 't' }),
      told(3, 'turn.finished', { turn: 't' }),
      ended(4),
      run(),
    ],
  ],
  ['a run of a submission without an answer', [submitted(null), run()]],
  ['a submission without an answer and a run', [submitted(null)]],
  [
    'a lease that is renewed and taken over',
    [lease('p', 1), lease('p', 1), lease(null, 1), lease('q', 2)],
  ],
  ['one that its holder claims again', [lease('p', 1), lease('p', 3)]],
  ['work under a lease', [lease('p', 1), work('p', 1), lease('q', 2), work('q')]],
];

const bad: readonly (readonly [oracle: string, ...Row])[] = [
  [
    'approvals',
    'two decisions',
    [hello, decided('one', 1, 'approved'), decided('one', 2, 'approved')],
  ],
  [
    'approvals',
    'two outcomes',
    [
      hello,
      connected('two', null, 0),
      decided('one', 1, 'approved'),
      decided('two', 1, 'rejected'),
    ],
  ],
  [
    'approvals',
    'a record that says otherwise',
    [hello, decided('one', 1, 'approved'), record('rejected', 'person')],
  ],
  [
    'approvals',
    'a record of another decider',
    [hello, decided('one', 1, 'rejected', 'timeout'), record('rejected', 'person')],
  ],
  [
    'approvals',
    'a record that is still open',
    [hello, decided('one', 1, 'approved'), record('pending')],
  ],
  ['approvals', 'a decision that nobody was told', [record('approved', 'person')]],
  ['effects', 'a call that acts twice', [effect, effect, tool('unknown')]],
  ['effects', 'one that acts and is not recorded', [effect]],
  ['effects', 'one that was refused and acts', [effect, tool('denied')]],
  ['effects', 'one that is done and never acted', [tool('ok')]],
  ['effects', 'one that is recorded twice', [effect, tool('ok'), tool('ok')]],
  [
    'spend',
    'an answer that is not charged',
    [submitted('r'), call(0.2, true), run({ spentUsd: 0.1 })],
  ],
  [
    'spend',
    'an answer that is charged twice',
    [submitted('r'), call(0.2, true), run({ spentUsd: 0.4 })],
  ],
  [
    'spend',
    'more for a lost call than was reserved',
    [submitted('r'), call(0.2, false, 0.1), run({ spentUsd: 0.2 })],
  ],
  ['spend', 'more than the ceiling', [submitted('r'), call(1.2, true), run({ spentUsd: 1.2 })]],
  ['numbers', 'a number twice', [hello, message('one', 1), message('one', 1)]],
  ['numbers', 'a number too late', [hello, message('one', 2), message('one', 1)]],
  [
    'numbers',
    'a hole',
    [hello, connected('two', null, 0), message('one', 1), message('one', 2), message('two', 2)],
  ],
  [
    'numbers',
    'a hole over a reconnect',
    [
      hello,
      message('one', 1),
      connected('two', null, 0),
      message('two', 1),
      message('two', 2),
      connected('one', 1, 2),
      message('one', 3),
    ],
  ],
  [
    'numbers',
    'an event again over a reconnect',
    [hello, message('one', 1), connected('one', 1, 1), message('one', 1)],
  ],
  [
    'numbers',
    'another event under the number',
    [hello, connected('two', null, 0), message('one', 1), message('two', 1, { type: 'usage' })],
  ],
  ['numbers', 'an event before the hello', [message('one', 1)]],
  [
    'states',
    'a state that differs',
    [{ entry: 'state', client: 'one', after: 1, seq: 1, different: ['runs'] }],
  ],
  ['endings', 'an accepted run that is lost', [submitted('r')]],
  ['endings', 'a run that nobody submitted', [run()]],
  ['endings', 'two runs of one submission', [submitted(null), run(), run({ run: 's' })]],
  ['endings', 'a run that was accepted twice', [submitted('r'), submitted('r'), run()]],
  ['endings', 'a run that goes on for ever', [submitted('r'), run({ status: 'running' })]],
  ['endings', 'a run that ends twice', [hello, submitted('r'), ended(1), ended(2), run()]],
  ['endings', 'a run that ends otherwise', [hello, submitted('r'), ended(1, 'failed'), run()]],
  [
    'endings',
    'a run whose end is not told',
    [hello, submitted('r'), told(1, 'run.created', { run: { id: 'r' } }), run()],
  ],
  ['endings', 'a turn that does not end', [hello, told(1, 'turn.started', { turn: 't' })]],
  [
    'endings',
    'a turn that ends twice',
    [hello, told(1, 'turn.finished', { turn: 't' }), told(2, 'turn.finished', { turn: 't' })],
  ],
  ['fences', 'a fence that falls', [lease('p', 2), lease('p', 1)]],
  ['fences', 'a fence that falls to nobody', [lease('p', 2), lease(null, 1)]],
  ['fences', 'two holders under one fence', [lease('p', 1), lease('q', 1)]],
  [
    'fences',
    'two holders, one after the other, under one fence',
    [lease('p', 1), lease(null, 1), lease('q', 1)],
  ],
  ['leases', 'work without a lease', [work('p', 1)]],
  ['leases', 'work after the lease was lost', [lease('p', 1), lease(null, 1), work('p', 1)]],
  ['leases', 'work under the fence before', [lease('p', 1), lease('p', 2), work('p', 1)]],
  ['leases', 'work on the run of another', [lease('p', 1), lease('q', 2), work('p')]],
];

describe('the oracles', () => {
  it.each(good)('let pass: %s', (_, entries) => {
    expect(judge(inOrder(entries))).toEqual([]);
  });

  it.each(bad)('of %s find: %s', (oracle, _, entries) => {
    const found = judge(inOrder(entries));
    expect([...new Set(found.map((problem) => problem.oracle))]).toEqual([oracle]);
  });
});
