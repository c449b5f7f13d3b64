import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { newFact } from '../src/memory/ledger/new-fact.js';
import { validateFact } from '../src/memory/ledger/validate-fact.js';
import { FactsRepository } from '../src/memory/persistence/facts.repository.js';
import { Tally, tallyNames } from '../src/memory/persistence/tally.js';
import { ReadableScopes, scopeKeyOf } from '../src/memory/recall/readable-scopes.js';
import { RecallService } from '../src/memory/recall/recall.service.js';
import { RandomIds } from '../src/platform/ids.js';
import { Transactions } from '../src/platform/database/transactions.js';
import type { MemoryInput } from '../src/protocol/records/memory.js';
import { type OpenMemory, openMemory } from '../test/support/memory/open-memory.js';
import {
  type Finding,
  atMost,
  finding,
  median,
  ms,
  percentile,
  processorTime,
  seededNumbers,
} from './support/measure.js';

/** Numbers of facts over fifty floors, each in its own SQLite file. */
const sizes = [1000, 10_000, 100_000];
const floors = 50;
const writes = 400;
const searches = 2000;
/** Number of searches before measuring, as warm-up. */
const rehearsals = 500;
const limit = 25;

const random = seededNumbers(7);
const pick = (count: number): number => Math.floor(random() * count);

/** Few words are common and many are rare, as in any language. */
const word = (): string => `word${Math.floor(random() ** 3 * 20_000)}`;
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

/** One fact in twenty is for everybody; of the others, half are for a floor and half for a role. */
function someFact(): MemoryInput {
  const content = { kind: 'note', text: words(10 + pick(15)), tags: [word(), word()] } as const;
  if (pick(20) === 0) return { ...content, scope: 'installation' };
  const workspaceId = `floor-${pick(floors)}`;
  if (pick(2) === 0) return { ...content, scope: 'workspace', workspaceId };
  return { ...content, scope: 'role', workspaceId, roleId: `role-${pick(10)}` };
}

export default async function memoryBench(): Promise<readonly Finding[]> {
  const directory = mkdtempSync(join(tmpdir(), 'office-bench-'));
  const opened: Ledger[] = [];
  try {
    for (const facts of sizes) opened.push(await openLedger(directory, facts));
    const searches: Finding[] = [];
    for (const ledger of opened) searches.push(await searchCost(ledger));
    return [...searches, await writeCost(opened[0], opened.at(-1))];
  } finally {
    for (const { memory } of opened) await memory.close();
    rmSync(directory, { recursive: true });
  }
}

interface Ledger {
  readonly facts: number;
  readonly path: string;
  readonly memory: OpenMemory;
}

async function openLedger(directory: string, facts: number): Promise<Ledger> {
  const path = join(directory, `${facts}.sqlite`);
  const memory = await openMemory({ database: { kind: 'sqlite', path }, directory });
  await fill(memory, facts);
  return { facts, path, memory };
}

/** Writes facts in bulk, as the service would one by one. */
async function fill(memory: OpenMemory, count: number): Promise<void> {
  const tally = memory.get(Tally);
  const ids = new RandomIds();
  for (let left = count; left > 0; left -= 2000) {
    await memory.get(Transactions).run(async ({ manager }) => {
      for (let nth = 0; nth < Math.min(left, 2000); nth++) {
        const fact = newFact(ids.next('fact'), validateFact(someFact()), memory.clock.now());
        const position = await tally.next(manager, tallyNames.facts);
        await memory.get(FactsRepository).insert(manager, fact, position);
        await tally.add(manager, {
          [tallyNames.active(fact.scope)]: 1,
          [tallyNames.within(scopeKeyOf(fact))]: 1,
        });
      }
    });
  }
}

/** The two ledgers take turns, so that other load slows both. */
async function writeCost(small?: Ledger, large?: Ledger): Promise<Finding> {
  if (small === undefined || large === undefined) throw new Error('There are no ledgers.');
  const smallTimes: number[] = [];
  const largeTimes: number[] = [];
  for (let nth = 0; nth < writes; nth++) {
    const fact = someFact();
    smallTimes.push(await processorTime(() => small.memory.remember(fact)));
    largeTimes.push(await processorTime(() => large.memory.remember(fact)));
  }
  const [before, after] = [median(smallTimes), median(largeTimes)];
  const what = `writing a fact to ${large.facts}, against ${small.facts}`;
  return atMost(what, after / before, 'times', 1.25, { ours: ms(after), other: ms(before) });
}

/** The service's search and the bare full-text query take turns on the same file. */
async function searchCost({ memory, path, facts }: Ledger): Promise<Finding> {
  const bare = new Database(path, { readonly: true });
  const statement = bare.prepare(`
    SELECT rowid FROM memory_index WHERE memory_index MATCH ?
    ORDER BY bm25(memory_index, 10.0, 4.0) LIMIT ${limit}`);
  const recall = memory.get(RecallService);
  const bareTimes: number[] = [];
  const ownTimes: number[] = [];
  for (let nth = 0; nth < rehearsals + searches; nth++) {
    const query = words(1 + (nth % 3));
    const expression = query.split(' ').map((term) => `"${term}"`);
    const scopes = ReadableScopes.of(`floor-${pick(floors)}`, `role-${pick(10)}`);
    const bareTime = await processorTime(() => statement.all(expression.join(' AND ')));
    const ownTime = await processorTime(() => recall.search({ scopes, query, limit }));
    if (nth < rehearsals) continue;
    bareTimes.push(bareTime);
    ownTimes.push(ownTime);
  }
  bare.close();
  return compare(facts, ownTimes, bareTimes);
}

/** The goal: at most 1.5 times the bare query plus 1 ms. */
function compare(facts: number, own: readonly number[], bare: readonly number[]): Finding {
  const bareMs = percentile(bare, 0.95);
  return finding(
    `search among ${facts} facts over ${floors} floors, p95`,
    {
      value: percentile(own, 0.95),
      unit: 'ms',
      goal: bareMs * 1.5 + 1,
      good: 'below',
      series: { name: 'recall', x: facts, of: 'facts' },
    },
    {
      ours: `${ms(percentile(own, 0.95))}, median ${ms(median(own))}`,
      other: `${ms(bareMs)}, median ${ms(median(bare))}`,
    },
  );
}
