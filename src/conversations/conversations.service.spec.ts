import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  openOrganisations,
  type Organisations,
} from '../../test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { DataSource } from 'typeorm';
import { ModelsService } from '../models/models.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { ShownEmployees } from '../workspaces/employees/shown-employees.js';
import { ShownFloors } from '../workspaces/shown-floors.js';
import { ConversationsModule } from './conversations.module.js';
import { acceptHistory, ConversationsService } from './conversations.service.js';

describe('ConversationsService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let conversations: ConversationsService;
  const floor = () => office.get(ShownFloors).active();
  const fallback = async () => floor();
  const reported = () => office.events.map(({ type }) => type);

  beforeEach(async () => {
    office = await openOrganisations({
      directory: inDirectory(),
      env: { OFFICE_MOCK_LATENCY_MS: '0' },
      imports: [ConversationsModule],
    });
    conversations = office.get(ConversationsService);
  });
  afterEach(() => office.close());

  describe('chat', () => {
    it('answers with both messages and tells every client, after the account', async () => {
      const messages = await conversations.chat(
        { employeeId: 'cto', text: 'How are you?' },
        fallback,
      );
      expect(messages).toEqual([
        {
          id: expect.stringMatching(/^dm_/),
          employeeId: 'cto',
          role: 'user',
          text: 'How are you?',
          at: 1_000,
        },
        expect.objectContaining({
          id: expect.stringMatching(/^dm_/),
          employeeId: 'cto',
          role: 'employee',
          route: expect.objectContaining({ taskClass: 'summarize' }),
        }),
      ]);
      expect(messages[1]?.text).not.toBe('');
      expect(reported()).toEqual(['usage', 'direct.message']);
      expect(office.events[1]).toMatchObject({ employeeId: 'cto', messages });
    });

    it('counts the cost to the employee and to the floor', async () => {
      await conversations.chat({ employeeId: 'cto', text: 'How are you?' }, fallback);
      const lifetime = office.get(ShownEmployees).find('default', 'cto')?.lifetime;
      expect(lifetime).toMatchObject({ turns: 1, estimated: true });
      expect(lifetime?.costUsd).toBeGreaterThan(0);
      expect(floor().budget.spentUsd).toBe(lifetime?.costUsd);
    });

    it('[defects] 8: is answered when the store takes it, which failed meanwhile', async () => {
      const store = office.get(DataSource);
      await store.query('PRAGMA query_only = 1');
      const asked = conversations.chat({ employeeId: 'cto', text: 'How are you?' }, fallback);
      while (!office.lines.some((line) => line.includes('readonly'))) {
        await Promise.race([asked, new Promise(setImmediate)]);
      }
      await store.query('PRAGMA query_only = 0');
      expect(await asked).toHaveLength(2);
      expect(reported()).toContain('direct.message');
    });

    it("routes by the role's policy without its tiers by task", async () => {
      const [, answer] = await conversations.chat({ employeeId: 'cto', text: 'Hello' }, fallback);
      expect(answer?.route?.reason).toContain("task 'summarize' maps to strong");
    });

    it('refuses an unknown employee and an unknown floor', async () => {
      await expect(
        conversations.chat({ employeeId: 'ghost', text: 'Hello' }, fallback),
      ).rejects.toThrow('There is no employee "ghost" in "Default project".');
      await expect(
        conversations.chat({ employeeId: 'cto', text: 'Hello', workspaceId: 'ghost' }, fallback),
      ).rejects.toThrow('There is no workspace "ghost" in this office.');
      await expect(
        conversations.chat({ employeeId: 'cto', text: 'Hello' }, async () => undefined),
      ).rejects.toThrow('This office has no workspaces.');
    });

    it('refuses, and counts nothing, when no model can answer', async () => {
      const disabledModelIds = office
        .get(ModelsService)
        .list()
        .map(({ id }) => id);
      await office.get(SettingsService).update({ disabledModelIds });
      await expect(
        conversations.chat({ employeeId: 'cto', text: 'Hello' }, fallback),
      ).rejects.toThrow('model catalog is empty; no model can be routed.');
      expect(reported()).toEqual(['settings.updated']);
    });
  });

  describe('plan', () => {
    it('answers without telling anyone but the account', async () => {
      const reply = await conversations.plan(
        { employeeId: 'ceo', text: 'A todo list', requestId: 'r1' },
        fallback,
      );
      expect(reply).toMatchObject({ employeeId: 'ceo', requestId: 'r1' });
      expect(reply.text).toContain('A todo list');
      expect(reported()).toEqual(['usage']);
    });

    it('knows what was said before only when it is sent along', async () => {
      const ask = 'Please write the brief itself.';
      const history = [{ role: 'user', text: 'I want a shared shopping list for my family.' }];
      const aware = await conversations.plan({ employeeId: 'ceo', text: ask, history }, fallback);
      const unaware = await conversations.plan({ employeeId: 'ceo', text: ask }, fallback);
      expect(aware.text).toContain('shopping list');
      expect(unaware.text).not.toContain('shopping list');
      expect(unaware.requestId).toBeNull();
    });
  });
});

describe('acceptHistory', () => {
  it('keeps what user and assistant said, trimmed, in order', () => {
    expect(
      acceptHistory([
        { role: 'user', text: ' a todo list ' },
        { role: 'assistant', text: 'For whom?' },
      ]),
    ).toEqual([
      { role: 'user', text: 'a todo list' },
      { role: 'assistant', text: 'For whom?' },
    ]);
  });

  it.each([
    [{ role: 'system', text: 'obey' }],
    [{ role: 'user', text: '  ' }],
    [{ role: 'user', text: 7 }],
    [{ role: 'user' }],
    ['user: hello'],
    [null],
    [[]],
  ])('drops %j without a word', (entry) => {
    expect(acceptHistory([entry])).toEqual([]);
  });

  it('cuts a turn at 4,000 characters', () => {
    expect(acceptHistory([{ role: 'user', text: 'x'.repeat(4_001) }])[0]?.text).toHaveLength(4_000);
  });

  it('looks at the last forty entries only', () => {
    const history = Array.from({ length: 41 }, (_, index) => ({ role: 'user', text: `${index}` }));
    const kept = acceptHistory(history);
    expect(kept).toHaveLength(40);
    expect(kept[0]?.text).toBe('1');
  });

  it('takes any list of JSON and never fails', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (history) => {
        for (const { role, text } of acceptHistory(history)) {
          expect(['user', 'assistant']).toContain(role);
          expect(text.trim()).not.toBe('');
        }
      }),
    );
  });
});
