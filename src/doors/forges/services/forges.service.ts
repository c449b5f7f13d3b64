import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Transactions } from '#platform/database/transactions.js';
import { messageOf } from '#platform/errors/error-text.js';
import { NotFoundError, type RefusedError } from '#platform/errors/office-error.js';
import { Ids } from '#platform/ids.js';
import type { ConnectedForge, Forge } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { ForgePlace } from '../clients/forge-client.js';
import { ForgeError } from '../clients/forge-error.js';
import { ForgeClients } from '../clients/forge-clients.js';
import type { RepositoryFacts } from '../forge-facts.js';
import { loginsBefore } from '../meaning/own-words.js';
import { newSecret } from '../meaning/signatures.js';
import { ForgesRepository, type StoredForge } from '../rows/forges.repository.js';
import {
  checkedKind,
  checkedRepository,
  checkedRules,
  checkedUrl,
  type GivenRules,
  forgeRefusal,
} from './forge-rules.js';
import { ForgeFloors } from './forge-floors.js';
import { ForgeSecrets } from './forge-secrets.js';

/** A repository to be connected. */
interface WantedForge extends GivenRules {
  readonly kind: string;
  readonly url?: string | undefined;
  readonly repository: string;
  readonly token: string;
  readonly workspaceId: string;
}

/** A change of a forge; absent fields stay unchanged. */
interface ForgeChange extends GivenRules {
  readonly token?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly paused?: boolean | undefined;
}

const homes = { github: 'https://github.com', gitlab: 'https://gitlab.com', gitea: '' } as const;

/** Connects repositories on forges with floors. */
@Injectable()
export class ForgesService {
  constructor(
    private readonly forges: ForgesRepository,
    private readonly secrets: ForgeSecrets,
    private readonly clients: ForgeClients,
    private readonly floors: ForgeFloors,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list(): Promise<readonly Forge[]> {
    return this.floors.shown(await this.forges.all());
  }

  /** @throws NotFoundError */
  async require(id: string): Promise<StoredForge> {
    const forge = await this.forges.find(id);
    if (forge === null) throw new NotFoundError(forgeTexts.unknown(id));
    return forge;
  }

  /**
   * Connects a repository after asking its forge. One that was connected before keeps its issues,
   * so none becomes work twice.
   * @throws RefusedError
   */
  async connect(wanted: WantedForge): Promise<ConnectedForge> {
    const kind = checkedKind(wanted.kind);
    const url = checkedUrl(wanted.url || homes[kind]);
    const repository = checkedRepository(wanted.repository, kind);
    const rules = checkedRules(wanted);
    const token = this.secrets.checked(wanted.token);
    await this.floors.check({ workspaceId: wanted.workspaceId, pipelineId: rules.pipelineId });
    const taken = forgeRefusal('repository', forgeTexts.taken(repository));
    const known = await this.forges.known(url, repository);
    if (known?.removedAt === null) throw taken;
    const asked = await this.ask({ kind, url, repository, token });
    const webhookSecret = newSecret(kind);
    const forge = await this.transactions.run(async (tx) => {
      const before = await this.forges.at(tx.manager, url, repository);
      const made: StoredForge = {
        ...{ id: before?.id ?? this.ids.next('forge'), kind, url, repository, ...rules, ...asked },
        ...{ workspaceId: wanted.workspaceId, paused: false, createdAt: this.clock.now() },
        ...{ removedAt: null, since: null, polledAt: null, problem: null },
        earlierLogins: before === null ? [] : loginsBefore(before, asked.login),
      };
      const isOurs = await (before === null
        ? this.forges.add(tx.manager, made)
        : this.forges.restore(tx.manager, made));
      if (!isOurs) throw taken;
      tx.conclude({ id: made.id });
      await this.secrets.keep(tx.manager, made.id, { token, webhook: webhookSecret });
      return made;
    });
    return this.connected(forge, webhookSecret);
  }

  /** @throws NotFoundError, RefusedError */
  async change(id: string, change: ForgeChange): Promise<Forge> {
    const forge = await this.require(id);
    const rules = checkedRules(change, forge);
    const { workspaceId = forge.workspaceId, paused = forge.paused } = change;
    const { pipelineId } = rules;
    if (workspaceId !== forge.workspaceId || pipelineId !== forge.pipelineId) {
      await this.floors.check({ workspaceId, pipelineId });
    }
    const isOtherRule = rules.label !== forge.label || rules.mention !== forge.mention;
    let next: StoredForge = {
      ...{ ...forge, ...rules, workspaceId, paused },
      // With new rules, issues that had the label before are looked for, too.
      since: isOtherRule ? null : forge.since,
    };
    const token = change.token === undefined ? null : this.secrets.checked(change.token);
    if (token !== null) {
      const asked = await this.ask({ ...forge, token });
      next = { ...next, ...asked, earlierLogins: loginsBefore(forge, asked.login) };
    }
    await this.transactions.run(async (tx) => {
      await this.forges.update(tx.manager, next);
      if (token !== null) await this.secrets.keepToken(tx.manager, id, token);
      tx.conclude({ id });
    });
    if (token !== null) this.clients.forget(forge);
    return this.shown(next);
  }

  /**
   * Replaces the secret of the webhook; the previous one ends at once.
   * @throws NotFoundError
   */
  async renewSecret(id: string): Promise<ConnectedForge> {
    const forge = await this.require(id);
    const webhookSecret = newSecret(forge.kind);
    await this.transactions.run(async (tx) => {
      await this.secrets.keepWebhook(tx.manager, id, webhookSecret);
      tx.conclude({ id });
    });
    return this.connected(forge, webhookSecret);
  }

  /**
   * Removes a forge. Its runs at work continue, but are not delivered there.
   * @throws NotFoundError
   */
  async remove(id: string): Promise<void> {
    const forge = await this.require(id);
    await this.transactions.run(async (tx) => {
      await this.forges.update(tx.manager, { ...forge, removedAt: this.clock.now() });
      await this.secrets.remove(tx.manager, id);
      tx.conclude({ id });
    });
    this.clients.forget(forge);
  }

  private async connected(forge: StoredForge, webhookSecret: string): Promise<ConnectedForge> {
    const webhookPath = `/forges/${forge.id}/webhook`;
    return { forge: await this.shown(forge), webhookPath, webhookSecret };
  }

  private async shown(stored: StoredForge): Promise<Forge> {
    const [forge] = await this.floors.shown([stored]);
    if (forge === undefined) throw new NotFoundError(forgeTexts.unknown(stored.id));
    return forge;
  }

  /**
   * Asks the forge for facts about the repository, which the token must be able to push to.
   * @throws RefusedError
   */
  private async ask(place: ForgePlace): Promise<Pick<Forge, 'login' | 'page' | 'base'>> {
    try {
      const client = await this.clients.open(place);
      const login = await client.self();
      const {
        url: page,
        defaultBranch: base,
        mayPush,
      }: RepositoryFacts = await client.repository();
      if (!mayPush) throw forgeRefusal('token', forgeTexts.noPush(place.repository, login));
      return { login, page, base };
    } catch (thrown) {
      this.clients.forget(place);
      if (!(thrown instanceof ForgeError)) throw thrown;
      if (thrown.status === 404) {
        throw forgeRefusal('repository', forgeTexts.notThere(place.repository));
      }
      throw refusalOf(thrown, place.url);
    }
  }
}

/** The refusal of an address whose forge failed to answer. */
export function refusalOf(error: ForgeError, url: string): RefusedError {
  const { host } = new URL(url);
  if (error.status === 401) return forgeRefusal('token', forgeTexts.tokenRefused(host));
  const field = error.isAccess && !error.mayPass ? 'token' : 'url';
  return forgeRefusal(field, forgeTexts.unreachable(host, messageOf(error)));
}
