import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { keyIn, StoredKeys } from '#platform/config/stored-keys.js';
import { Statement } from '#platform/database/statement.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { forgeRefusal } from './forge-rules.js';

interface ForgeSecret {
  /** The token with which the office calls the forge. */
  readonly token: string;
  /** The secret with which the forge signs its events. */
  readonly webhook: string;
}

const find = new Statement('SELECT token, webhook_secret FROM forges WHERE id = ?');
const keepToken = new Statement('UPDATE forges SET token = ? WHERE id = ?');
const keepWebhook = new Statement('UPDATE forges SET webhook_secret = ? WHERE id = ?');
const keepBoth = new Statement('UPDATE forges SET token = ?, webhook_secret = ? WHERE id = ?');

/** Tokens and webhook secrets of forges, in their rows. No answer holds a token, and no log either. */
@Injectable()
export class ForgeSecrets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: StoredKeys,
  ) {}

  /** @throws RefusedError if the text cannot be a token */
  checked(token: string): string {
    const key = keyIn(token);
    if (key === null) throw forgeRefusal('token', forgeTexts.noToken);
    this.keys.hide(key);
    return key;
  }

  /** Null: none is stored. */
  async of(id: string): Promise<ForgeSecret | null> {
    const [row] = await find.run(this.dataSource.manager, [id]);
    const token = (row?.['token'] ?? null) as string | null;
    if (token === null) return null;
    const secret = { token, webhook: row?.['webhook_secret'] as string };
    for (const each of Object.values(secret)) this.keys.hide(each);
    return secret;
  }

  async keep(manager: EntityManager, id: string, secret: ForgeSecret): Promise<void> {
    await keepBoth.send(manager, [secret.token, secret.webhook, id]);
  }

  async keepToken(manager: EntityManager, id: string, token: string): Promise<void> {
    await keepToken.send(manager, [token, id]);
  }

  async keepWebhook(manager: EntityManager, id: string, secret: string): Promise<void> {
    await keepWebhook.send(manager, [secret, id]);
  }

  async remove(manager: EntityManager, id: string): Promise<void> {
    await keepBoth.send(manager, [null, null, id]);
  }
}
