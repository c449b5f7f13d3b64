import { describe, expect, it } from '@jest/globals';
import { factsLine, uselessTools, type WorkFacts } from './work-facts.js';

const all: WorkFacts = {
  shell: 'bash with pipefail',
  programs: [
    { name: 'Node', version: '24.1.0' },
    { name: 'Python', version: '3.12.3' },
    { name: 'git', version: '2.50.0' },
  ],
  account: 'office',
  network: true,
  web: true,
  repository: true,
  scratch: '/tmp/office-run_1',
  named: [],
};

describe('the line of facts', () => {
  it('names shell, versions, account, network, repository and scratch folder', () => {
    expect(factsLine(all)).toBe(
      'bash with pipefail; Node 24.1.0; Python 3.12.3; git 2.50.0; account office; network: yes; ' +
        'git repository: yes; scratch folder outside the workspace, for commands only: ' +
        '/tmp/office-run_1 (TMPDIR), removed when the run ends',
    );
  });

  it('leaves out what is not there', () => {
    const none = { programs: [], account: null, network: false, repository: false, scratch: null };
    expect(factsLine({ ...all, ...none })).toBe(
      'bash with pipefail; network: no; git repository: no',
    );
  });
});

describe('the tools that are not shown', () => {
  it.each([
    [true, true, []],
    [false, true, ['git']],
    [true, false, ['web_fetch', 'web_search']],
    [false, false, ['git', 'web_fetch', 'web_search']],
  ])('with a repository %s and the web %s are %j', (repository, web, names) => {
    expect([...uselessTools({ repository, web })]).toEqual(names);
  });
});
