import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { githubMeaning } from './github-meaning.js';
import { gitlabMeaning } from './gitlab-meaning.js';

interface Example {
  readonly action?: string;
  readonly issue?: { readonly number: number; readonly pull_request?: object };
  readonly pull_request?: { readonly number: number };
}
const published = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly {
  readonly name: string;
  readonly examples: readonly Example[];
}[];

function examplesOf(name: string): readonly Example[] {
  return published.find((each) => each.name === name)?.examples ?? [];
}

describe('an event of GitHub', () => {
  it.each(['issues', 'issue_comment', 'pull_request', 'pull_request_review'])(
    'of the kind %s is about its issue or request',
    (name) => {
      const found = examplesOf(name).map((example) => githubMeaning(name, example));
      expect(found.length).toBeGreaterThan(0);
      const looks = found.flatMap((meaning) => meaning?.looks ?? []);
      expect(looks.length).toBeGreaterThan(0);
      for (const look of looks) expect(look).toEqual({ at: look.at, number: expect.any(Number) });
    },
  );

  it.each(['check_run', 'check_suite', 'workflow_run'])(
    'of the kind %s is about its commit',
    (name) => {
      const ended = examplesOf(name).filter(({ action }) => action === 'completed');
      expect(ended.length).toBeGreaterThan(0);
      for (const example of ended) {
        const { looks } = githubMeaning(name, example) ?? { looks: [] };
        expect(looks).toEqual([{ at: 'commit', sha: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
      }
    },
  );

  it('of any other kind is about nothing', () => {
    for (const { name, examples } of published) {
      if (!['ping', 'push', 'star', 'release'].includes(name)) continue;
      for (const example of examples) expect(githubMeaning(name, example)?.looks ?? []).toEqual([]);
    }
    expect(githubMeaning('issues', null)).toBeNull();
    expect(githubMeaning('issues', { repository: 3, issue: [] })).toBeNull();
  });
});

describe('an event of GitLab', () => {
  const project = { path_with_namespace: 'Acme/Tools/Widgets' };

  it.each([
    [{ object_kind: 'issue', object_attributes: { iid: 3, action: 'update' } }, 'issue', 3],
    [
      { object_kind: 'merge_request', object_attributes: { iid: 4, action: 'merge' } },
      'request',
      4,
    ],
    [
      { object_kind: 'note', object_attributes: { noteable_type: 'Issue' }, issue: { iid: 5 } },
      ...(['issue', 5] as const),
    ],
    [
      {
        object_kind: 'note',
        object_attributes: { noteable_type: 'MergeRequest' },
        merge_request: { iid: 6 },
      },
      ...(['request', 6] as const),
    ],
  ])('%j', (payload, at, number) => {
    expect(gitlabMeaning({ ...payload, project })).toEqual({
      repository: 'acme/tools/widgets',
      looks: [{ at, number }],
    });
  });

  it.each([
    [{ object_kind: 'pipeline', object_attributes: { status: 'failed', sha: 'abc' } }, 1],
    [{ object_kind: 'pipeline', object_attributes: { status: 'running', sha: 'abc' } }, 0],
    [{ object_kind: 'build', build_status: 'failed', sha: 'abc' }, 1],
    [{ object_kind: 'build', build_status: 'success', sha: 'abc' }, 0],
    [{ object_kind: 'push' }, 0],
  ])('%j: %d', (payload, count) => {
    expect(gitlabMeaning({ ...payload, project })?.looks).toHaveLength(count);
  });
});
