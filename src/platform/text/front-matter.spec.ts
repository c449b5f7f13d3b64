import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { readFrontMatter } from './front-matter.js';

describe('readFrontMatter', () => {
  it('reads YAML, nested and folded, and the text below it', () => {
    const source =
      '\uFEFF---\r\nname: a\r\ndescription: >\r\n  two\r\n  lines\r\nmetadata:\r\n  version: "1"\r\n---\r\n\r\nBody\r\n';
    expect(readFrontMatter(source)).toEqual({
      values: { name: 'a', description: 'two lines\n', metadata: { version: '1' } },
      body: 'Body',
      problem: null,
    });
  });

  it.each([
    ['no front matter', 'Only text', 'Only text'],
    ['front matter that is not closed', '---\nname: a', '---\nname: a'],
    ['empty front matter', '---\n---\nText', 'Text'],
  ])('takes %s for none', (_, source, body) => {
    expect(readFrontMatter(source)).toEqual({ values: {}, body, problem: null });
  });

  it.each([
    ['a list', '- a', 'it is no list of names and values'],
    ['a name that stands twice', 'a: 1\na: 2', 'a name stands twice'],
    ['aliases, which may grow', 'a: &x [1]\nb: [*x, *x]', /[Aa]lias/],
    ['a long one', `a: ${'x'.repeat(8000)}`, 'it is longer than 8000 characters'],
  ])('tells why it cannot read %s', (_, yaml, problem) => {
    const read = readFrontMatter(`---\n${yaml}\n---\nText`);
    expect(read).toMatchObject({ values: {}, body: 'Text' });
    if (typeof problem === 'string') expect(read.problem).toBe(problem);
    else expect(read.problem).toMatch(problem);
  });

  it.each([
    ['many names', Array.from({ length: 1500 }, (_, index) => `a${index}:`).join('\n')],
    ['many names on one line', `{${Array.from({ length: 1500 }, (_, i) => i).join(',')}}`],
    ['lists in lists', `a: ${'['.repeat(7900)}`],
    ['questions in questions', '? '.repeat(3900)],
  ])('does not keep the process busy with %s', (_, yaml) => {
    const { user: before } = process.cpuUsage();
    readFrontMatter(`---\n${yaml}\n---\nText`);
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1000);
  });

  it('warns of nothing that foreign text says', () => {
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    expect(readFrontMatter('---\n{ a: 1 }: 2\n---\n').problem).toBeNull();
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('never throws, and changes no prototype', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab:-{}[]&*!|> \n"\'#') }), (yaml) => {
        readFrontMatter(`---\n${yaml}\n---\n`);
      }),
    );
    readFrontMatter('---\n__proto__:\n  polluted: true\n---\n');
    expect({}).not.toHaveProperty('polluted');
  });
});
