import { describe, expect, it } from '@jest/globals';
import { GiteaSimulator } from '../../support/forges/gitea/gitea-simulator.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { GitlabSimulator } from '../../support/forges/gitlab/gitlab-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

type Simulator = GiteaSimulator | GithubSimulator | GitlabSimulator;

const forges: readonly (readonly [string, (directory: string) => Promise<Simulator>])[] = [
  ['GitHub', (directory) => GithubSimulator.start(directory)],
  ['GitLab', (directory) => GitlabSimulator.start(directory)],
  ['Gitea', (directory) => GiteaSimulator.start(directory)],
];

const requests = /\/(?:pulls|merge_requests)$/;

describe.each(forges)('a request on %s whose opening nobody heard of', (_, simulate) => {
  const at = new ForgeOffice<Simulator>(simulate);

  it.each([
    ['is found after it was refused as a second one', 2],
    ['is found later where no list shows it yet', 6],
  ])('%s', async (title, unlisted) => {
    at.works(`echo ${unlisted} > lists-${unlisted}.txt`);
    const { server, world } = at.forge;
    const before = world.requests.size;
    const connected = await at.connect();
    const opening = server.hold('POST', requests, 'after');
    const issue = world.openIssue({ title, labels: ['office'], author: 'ada' });
    await at.poll(connected);
    await opening.reached;
    world.unlisted = unlisted;
    opening.cut();
    const open = await at.issueWhen(
      connected,
      issue.number,
      ({ state }) => !['working', 'delivering'].includes(state),
    );
    expect(open).toMatchObject({ state: 'open', note: null });
    expect(world.requests.size).toBe(before + 1);
    expect(world.requests.get(open.request ?? 0)?.branch).toBe(open.branch);
    expect(world.unlisted).toBe(0);
  });
});
