import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addsColumns, addsTable } from './additions.js';
import { double, flag, index, integer, key, optional, table, text } from './tables.js';

/** Things to be done outside the office. */
export const Outbox1790000070000 = addsTable(
  'Outbox1790000070000',
  table(
    'outbox',
    [
      text('id', key),
      text('kind'),
      text('key'),
      text('subject'),
      text('payload_json'),
      text('state'),
      integer('attempts'),
      integer('created_at'),
      integer('next_at'),
      integer('settled_at', optional),
      text('carrier', optional),
      text('last_error', optional),
      text('tries_json'),
      text('result_json', optional),
    ],
    [
      { name: 'outbox_by_key', columnNames: ['key'], isUnique: true },
      index('outbox_by_time', 'state', 'next_at'),
      index('outbox_by_subject', 'subject', 'created_at'),
    ],
  ),
);

/** Schedules and hooks, and each time that one fired. */
export class Triggers1790000071000 implements MigrationInterface {
  readonly name = 'Triggers1790000071000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'triggers',
        [
          text('id', key),
          text('kind'),
          text('name'),
          flag('paused'),
          integer('created_at'),
          text('created_by', optional),
          text('spec_json'),
          text('secret', optional),
          integer('next_at', optional),
        ],
        [index('triggers_by_time', 'kind', 'next_at')],
      ),
    );
    await runner.createTable(
      table(
        'trigger_deliveries',
        [
          text('id', key),
          text('trigger_id'),
          text('key'),
          integer('at'),
          text('source'),
          text('state'),
          text('run_id', optional),
          text('message', optional),
          double('limit_usd'),
          double('spent_usd', optional),
        ],
        [
          {
            name: 'trigger_deliveries_by_key',
            columnNames: ['trigger_id', 'key'],
            isUnique: true,
          },
          index('trigger_deliveries_by_time', 'trigger_id', 'at'),
          index('trigger_deliveries_by_run', 'run_id'),
        ],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('trigger_deliveries');
    await runner.dropTable('triggers');
  }
}

/** Browsers that get push messages while the page is closed. */
export const PushSubscriptions1790000072000 = addsTable(
  'PushSubscriptions1790000072000',
  table(
    'push_subscriptions',
    [
      text('id', key),
      text('endpoint'),
      text('p256dh'),
      text('auth'),
      text('admitted_by'),
      integer('created_at'),
    ],
    [index('push_subscriptions_by_caller', 'admitted_by', 'created_at')],
  ),
);

/** Repositories on forges, the issues of them that became work, and what woke their runs. */
export class Forges1790000080000 implements MigrationInterface {
  readonly name = 'Forges1790000080000';

  async up(runner: QueryRunner): Promise<void> {
    for (const made of forgeTables) await runner.createTable(made);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of forgeTables.toReversed()) await runner.dropTable(name);
  }
}

/** Accounts by which the office wrote on a forge before. */
export const ForgeLogins1790000081000 = addsColumns('ForgeLogins1790000081000', 'forges', [
  'earlier_logins_json text',
]);

/** Messages of commits that people gave with a request that they asked for. */
export const AskedRequests1790000082000 = addsColumns(
  'AskedRequests1790000082000',
  'forge_issues',
  ['message text'],
);

const forgeTables = [
  table(
    'forges',
    [
      text('id', key),
      text('kind'),
      text('url'),
      text('repository'),
      text('page'),
      text('workspace_id'),
      text('login'),
      text('base'),
      text('rules_json'),
      flag('paused'),
      integer('created_at'),
      integer('removed_at', optional),
      integer('since', optional),
      integer('polled_at', optional),
      text('problem', optional),
      text('token', optional),
      text('webhook_secret', optional),
    ],
    [{ name: 'forges_by_place', columnNames: ['url', 'repository'], isUnique: true }],
  ),
  table(
    'forge_issues',
    [
      text('forge_id', key),
      integer('number', key),
      text('title'),
      text('url'),
      text('state'),
      text('run_id', optional),
      text('branch'),
      text('tip', optional),
      text('pushing', optional),
      integer('request', optional),
      text('request_url', optional),
      integer('wakes'),
      double('spent_usd'),
      integer('taken_at'),
      integer('changed_at'),
      text('note', optional),
    ],
    [
      index('forge_issues_by_run', 'run_id'),
      index('forge_issues_by_request', 'forge_id', 'request'),
    ],
  ),
  table('forge_notes', [
    text('forge_id', key),
    integer('number', key),
    text('key', key),
    text('content_json'),
    integer('at'),
    text('run_id', optional),
  ]),
];
