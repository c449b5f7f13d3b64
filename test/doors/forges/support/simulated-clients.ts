import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ForgeClient } from '#doors/forges/clients/forge-client.js';
import { kinds } from '#doors/forges/clients/forge-clients.js';
import { forgeFetch } from '#doors/forges/clients/forge-fetch.js';
import { SystemClock } from '#platform/clock.js';
import { loadConfig } from '#platform/config/load-config.js';
import { GuardedFetch } from '#platform/net/guarded-fetch.js';
import { OutgoingAccess } from '#platform/net/outgoing-access.js';
import { GiteaSimulator } from '#test/support/forges/gitea/gitea-simulator.js';
import { GithubSimulator } from '#test/support/forges/github/github-simulator.js';
import { GitlabSimulator } from '#test/support/forges/gitlab/gitlab-simulator.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';

type Simulator = GiteaSimulator | GithubSimulator | GitlabSimulator;

/** A simulated forge of each kind with its client, for the tests of the surrounding `describe`. */
export function simulatedClients() {
  const inDirectory = temporaryDirectory();
  const all = new Map<string, { readonly forge: Simulator; readonly client: ForgeClient }>();

  beforeAll(async () => {
    for (const each of [GithubSimulator, GitlabSimulator, GiteaSimulator]) {
      const forge = await each.start(inDirectory(each.name));
      const env = { OFFICE_PRIVATE_HOSTS: new URL(forge.url).host };
      const config = loadConfig({ env, cwd: inDirectory('office') });
      const outgoing = new OutgoingAccess(new GuardedFetch(), config);
      const tools = { clock: new SystemClock(), fetch: forgeFetch(outgoing) };
      all.set(forge.kind, { forge, client: await kinds[forge.kind].open(forge, tools) });
    }
  });
  afterAll(async () => {
    for (const { forge } of all.values()) {
      expect(forge.violations).toEqual([]);
      await forge.close();
    }
  });
  return (kind: string) => {
    const found = all.get(kind);
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };
}
