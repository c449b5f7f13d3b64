import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Statement } from '#platform/database/statement.js';
import type { CommentFacts } from '../forge-facts.js';
import type { FailedCheck } from '../words/briefs.js';

/** The reason for waking a run. */
type NoteContent =
  | ({ readonly kind: 'check'; readonly sha: string } & FailedCheck)
  | ({ readonly kind: 'comment' } & CommentFacts);

export interface ForgeNote {
  readonly key: string;
  readonly content: NoteContent;
  readonly at: number;
}

interface IssueKey {
  readonly forgeId: string;
  readonly number: number;
}

/** Value of `run_id` for notes that are known and wake no run. */
const none = '';

const insert = new Statement(
  'INSERT INTO forge_notes (forge_id, number, key, content_json, at, run_id) ' +
    'VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (forge_id, number, key) DO NOTHING',
);
const keys = new Statement('SELECT key FROM forge_notes WHERE forge_id = ? AND number = ?');
const waiting = new Statement(
  'SELECT key, content_json, at FROM forge_notes ' +
    'WHERE forge_id = ? AND number = ? AND run_id IS NULL ORDER BY at, key',
);
const latestFirst = new Statement(
  'SELECT content_json FROM forge_notes WHERE forge_id = ? AND number = ? ORDER BY at DESC, key DESC',
);
const give = new Statement(
  'UPDATE forge_notes SET run_id = ? WHERE forge_id = ? AND number = ? AND run_id IS NULL',
);

@Injectable()
export class ForgeNotesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async keys({ forgeId, number }: IssueKey): Promise<ReadonlySet<string>> {
    const rows = await keys.run(this.dataSource.manager, [forgeId, number]);
    return new Set(rows.map((row) => String(row['key'])));
  }

  /** @param wakes false: the note only counts as known from now on */
  async add(
    manager: EntityManager,
    { forgeId, number }: IssueKey,
    { key, content, at }: ForgeNote,
    wakes = true,
  ): Promise<void> {
    const given = [forgeId, number, key, JSON.stringify(content), at, wakes ? null : none];
    await insert.send(manager, given);
  }

  async waiting(
    { forgeId, number }: IssueKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<readonly ForgeNote[]> {
    const rows = await waiting.run(manager, [forgeId, number]);
    return rows.map((row) => ({
      key: String(row['key']),
      content: JSON.parse(String(row['content_json'])) as NoteContent,
      at: Number(row['at']),
    }));
  }

  /** The last comment that was read; null: there is none. */
  async lastComment({ forgeId, number }: IssueKey): Promise<CommentFacts | null> {
    const rows = await latestFirst.run(this.dataSource.manager, [forgeId, number]);
    const contents = rows.map((row) => JSON.parse(String(row['content_json'])) as NoteContent);
    return contents.find((content) => content.kind === 'comment') ?? null;
  }

  /** Gives all waiting notes to a run; null: to none, so they wake none. */
  async give(
    manager: EntityManager,
    { forgeId, number }: IssueKey,
    runId: string | null,
  ): Promise<void> {
    await give.send(manager, [runId ?? none, forgeId, number]);
  }
}
