import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OutgoingAccess } from '#platform/net/outgoing-access.js';
import type { ForgeClient, ForgePlace } from './forge-client.js';
import { type ForgeTools, forgeFetch } from './forge-fetch.js';
import { GiteaClient } from './gitea-client.js';
import { GithubClient } from './github-client.js';
import { GitlabClient } from './gitlab-client.js';

/** Clients of forges, one for each place, so that known answers are requested conditionally. */
@Injectable()
export class ForgeClients {
  private readonly opened = new Map<string, Promise<ForgeClient>>();

  private readonly tools: ForgeTools;

  constructor(clock: Clock, outgoing: OutgoingAccess) {
    this.tools = { clock, fetch: forgeFetch(outgoing) };
  }

  open(place: ForgePlace): Promise<ForgeClient> {
    const key = JSON.stringify([place.kind, place.url, place.repository, place.token]);
    const client = this.opened.get(key) ?? openClient(place, this.tools);
    this.opened.set(key, client);
    client.catch(() => this.opened.delete(key));
    return client;
  }

  /** Forgets clients with their tokens. */
  forget({ url, repository }: Pick<ForgePlace, 'url' | 'repository'>): void {
    for (const key of this.opened.keys()) {
      const [, ofUrl, ofRepository] = JSON.parse(key) as readonly string[];
      if (ofUrl === url && ofRepository === repository) this.opened.delete(key);
    }
  }
}

/** Clients by the kind of their forge. */
export const kinds = { github: GithubClient, gitlab: GitlabClient, gitea: GiteaClient } as const;

function openClient(place: ForgePlace, tools: ForgeTools): Promise<ForgeClient> {
  return kinds[place.kind].open(place, tools);
}
