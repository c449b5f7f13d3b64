import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FactIndex } from '../../src/memory/recall/fact-index.js';
import { ReadableScopes } from '../../src/memory/recall/readable-scopes.js';
import { searchTerms } from '../../src/protocol/rules/search-terms.js';
import { type OpenMemory, openMemory } from '../support/memory/open-memory.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

/** The contract of every full-text index; each case uses words that no other case uses. */
describe.each(testDatabases)('the full-text index on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let memory: OpenMemory;

  beforeAll(async () => {
    memory = await openMemory({ database: database(), directory: directory() });
  });

  afterAll(() => memory.close());

  const texts = new Map<string, string>();

  const write = async (text: string, more: { tags?: string[]; confidence?: number } = {}) => {
    const fact = await memory.remember({ text, ...more });
    texts.set(fact.id, text);
    return fact.id;
  };

  const search = async (query: string, match: 'all' | 'any' = 'all', limit = 100) => {
    const index = memory.get(FactIndex);
    const scopes = ReadableScopes.of(null);
    const ids = await index.search({ scopes, terms: searchTerms(query), match, limit });
    return ids.map((id) => texts.get(id));
  };

  it('finds what holds every term, in its text or its tags', async () => {
    await write('Deploy the parser nightly.');
    await write('Deploy by hand.', { tags: ['parser'] });
    await write('The parser is strict.');
    expect((await search('PARSER, deploy!')).sort()).toEqual([
      'Deploy by hand.',
      'Deploy the parser nightly.',
    ]);
  });

  it('finds what holds any of them when asked to', async () => {
    await write('Walnut and almond.');
    await write('Walnut only.');
    await write('Almond only.');
    expect(await search('walnut almond cashew', 'all')).toEqual([]);
    const found = await search('walnut almond cashew', 'any');
    expect(found[0]).toBe('Walnut and almond.');
    expect(found).toHaveLength(3);
  });

  it('finds words, not pieces of words', async () => {
    await write('The category is closed.');
    expect(await search('categor')).toEqual([]);
    expect(await search('category')).toHaveLength(1);
  });

  it.each([
    ['float', 'Prices are floats.'],
    ['deploy tuesday', 'We deploy on Tuesdays only.'],
    ['migrating databases', 'A migration of the database is reviewed.'],
    ['policies', 'The policy holds.'],
  ])('finds words in other forms: %s', async (query, text) => {
    await write(text);
    expect(await search(query)).toContain(text);
  });

  it('keeps the order of ranks among forms of a word', async () => {
    await write(`Bandicoots ${'among many other words '.repeat(15)}`);
    await write('Something else.', { tags: ['bandicoot'] });
    await write('Bandicoots here.');
    const found = await search('bandicoot');
    expect(found[0]).toBe('Bandicoots here.');
    expect(found).toHaveLength(3);
  });

  it.each([
    ['accents do not count', 'Über den Straßencafé-Plan', 'uber CAFÉ', false],
    ['accents do not count', 'Das Kontrollcafé öffnet', 'offnet kontrollcafe', true],
    ['Greek and Cyrillic letters have their case', 'ΠΡΟΣΟΧΗ, Ёлка', 'προσοχη елка', true],
    ['Arabic points and tatweel do not count', 'تُخَزَّنُ النسـخ يوميًا', 'تخزن النسخ', true],
    ['Arabic words are whole', 'النسخة الاحتياطية', 'احتياطية', false],
    ['Hindi words are whole', 'डेटाबेस का बैकअप', 'बैकअप', true],
    ['Hindi vowel signs count', 'की', 'कि', false],
    ['any piece of Chinese is found', '生产数据库每天凌晨备份', '数据库', true],
    ['two characters of Chinese are enough', '部署流程由运维负责', '流程', true],
    ['Chinese characters must follow each other', '数字与根据仓库', '数据库', false],
    ['any piece of Japanese is found', 'リリースは金曜日に行います', '金曜', true],
    ['Korean is found without its particles', '배포는 금요일에 합니다', '금요일', true],
    ['any piece of Thai is found', 'ระบบสำรองข้อมูลทุกคืน', 'ข้อมูล', true],
    ['mixed scripts keep their order', '使用Redis缓存会话', 'redis缓存', true],
    ['full-width letters are letters', 'ＧＲＰＣ を使う', 'grpc', true],
  ])('%s: %s / %s', async (_rule, text, query, found) => {
    await write(text);
    expect((await search(query)).includes(text)).toBe(found);
  });

  it('lets no phrase lead from the text into the tags', async () => {
    await write('请先读取缓', { tags: ['存储'] });
    expect(await search('缓存')).not.toContain('请先读取缓');
  });

  it('ranks a word of the text above a word of the tags', async () => {
    await write('Quokka one two.', { tags: ['four'] });
    await write('Three one two.', { tags: ['quokka'] });
    await write('Quokka two one.', { tags: ['four'] });
    expect(await search('quokka')).toEqual([
      'Quokka two one.',
      'Quokka one two.',
      'Three one two.',
    ]);
  });

  it('ranks a short fact above a long one', async () => {
    await write(`Wombat ${'among many other words '.repeat(15)}`);
    await write('Wombat here.');
    expect((await search('wombat'))[0]).toBe('Wombat here.');
  });

  it('settles ties by confidence, then by the newest', async () => {
    await write('Echidna alpha.', { confidence: 0.5 });
    await write('Echidna gamma.', { confidence: 0.9 });
    await write('Echidna delta.', { confidence: 0.5 });
    await write('Echidna omega.', { confidence: 0.9 });
    expect(await search('echidna')).toEqual([
      'Echidna omega.',
      'Echidna gamma.',
      'Echidna delta.',
      'Echidna alpha.',
    ]);
    expect(await search('echidna', 'all', 2)).toEqual(['Echidna omega.', 'Echidna gamma.']);
  });

  it('knows active facts only', async () => {
    const retracted = await write('Numbat one.');
    const original = await write('Numbat two.');
    await write('Numbat three.');
    await memory.retract(retracted);
    const correction = await memory.remember({ text: 'Numbat four.', supersedes: original });
    texts.set(correction.id, correction.text);
    expect(await search('numbat')).toEqual(['Numbat four.', 'Numbat three.']);
  });

  it('holds the longest fact there can be', async () => {
    const word = 'z'.repeat(500);
    const tags = Array.from({ length: 12 }, (_, number) => `${number}${'的'.repeat(63)}`);
    await write(word, { tags });
    expect(await search(word)).toEqual([word]);
    expect(await search('的的的')).toEqual([word]);
    await write('界'.repeat(500));
    expect(await search('界'.repeat(3000))).toEqual(['界'.repeat(500)]);
  });
});
