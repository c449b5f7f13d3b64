import { describe, expect, it } from '@jest/globals';
import { Described } from '../../support/forges/described.js';
import { gitlabDescribed } from '../../support/forges/gitlab/gitlab-described.js';

const github = '../../support/forges/github/description.json';
const gitea = '../../support/forges/gitea/description.json';
const read = (file: string): Described => Described.read(new URL(file, import.meta.url));
const forges = [
  ['github', read(github), '/repos/acme/widgets/issues/1/comments'],
  ['gitlab', gitlabDescribed, '/projects/42/issues/1/notes'],
  ['gitea', read(gitea), '/repos/acme/widgets/issues/1/comments'],
] as const;

describe.each(forges)('the published description of %s', (_, described, path) => {
  const none = new URLSearchParams();
  const problems = (method: string, query: URLSearchParams, body?: unknown): readonly string[] => {
    const found = described.matched(method, path);
    return found === null ? ['no such operation'] : described.problemsOf(found, query, body);
  };

  it('knows what the office asks for', () => {
    expect(problems('GET', none)).toEqual([]);
    expect(problems('POST', none, { body: 'Begun.' })).toEqual([]);
  });

  it('refuses paths, parameters and fields that it does not know, and values of another kind', () => {
    expect(described.matched('GET', `${path}/others`)).toBeNull();
    expect(described.matched('DELETE', path)).toBeNull();
    expect(problems('GET', new URLSearchParams({ colour: 'red' }))).toHaveLength(1);
    expect(problems('GET', new URLSearchParams({ since: 'now', page: 'one' }))).not.toEqual([]);
    expect(problems('POST', none, { body: 'Begun.', colour: 'red' })).toHaveLength(1);
    expect(problems('POST', none, { body: 1 })).toHaveLength(1);
    expect(problems('POST', none, {})).toHaveLength(1);
  });

  it('lets no answer have a field that it does not know, nor one of another kind', () => {
    const found = described.matched('GET', path);
    if (found === null) throw new Error('no such operation');
    const answer = (comment: object) => () => described.answerOf(found, 200, [comment]);
    expect(answer({ id: 1, body: 'Begun.' })).not.toThrow();
    expect(answer({ id: 1, body: 'Begun.', colour: 'red' })).toThrow('colour');
    expect(answer({ id: 'one', body: 'Begun.' })).toThrow('integer');
    expect(answer({ id: 1, body: ['Begun.'] })).toThrow('string');
  });
});
