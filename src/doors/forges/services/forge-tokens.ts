import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import type { ForgeToken } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { ForgeError } from '../clients/forge-error.js';
import { ForgeAccess } from './forge-access.js';
import { ForgesService, refusalOf } from './forges.service.js';

/** Asks forges what tokens may do there. Write access can only be proved by writing. */
@Injectable()
export class ForgeTokens {
  constructor(
    private readonly forges: ForgesService,
    private readonly access: ForgeAccess,
  ) {}

  /** @throws NotFoundError, RefusedError */
  async ask(forgeId: string): Promise<ForgeToken> {
    const { url } = await this.forges.require(forgeId);
    const open = await this.access.open(forgeId);
    if (open === null) throw new RefusedError(forgeTexts.noToken);
    const { client, forge } = open;
    try {
      const login = await client.self();
      const { mayPush: push, defaultBranch } = await client.repository();
      const issues = await isAllowed(() => client.openIssues(forge.label));
      const checks = await isAllowed(() => client.checks(defaultBranch));
      return { login, push, issues, checks };
    } catch (thrown) {
      if (!(thrown instanceof ForgeError)) throw thrown;
      throw refusalOf(thrown, url);
    }
  }
}

/** @throws ForgeError if the forge gives no answer to this */
async function isAllowed(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (thrown) {
    if (thrown instanceof ForgeError && !thrown.mayPass) return false;
    throw thrown;
  }
}
