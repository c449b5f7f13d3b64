import { describe, expect, it } from '@jest/globals';
import { redactor } from '#platform/logging/redact.js';
import { sampleRun } from '#test/support/sample-records.js';
import { bodyOf, endedData, endedTitle, newMessage } from './outbound-message.js';

const message = newMessage('approval.waits', Date.parse('2026-01-01T00:00:00Z'), {
  ...{ approvalId: 'approval_1', runId: 'run_1', summary: 'Run <ls> & key s3cret', detail: 'ls' },
});
const redact = (text: string): string => text.replaceAll('s3cret', '[redacted]');
const link = 'https://office.example/answers/x';
const parsed = (format: 'standard' | 'slack' | 'teams', to: string | null = link): unknown =>
  JSON.parse(bodyOf(format, message, to, redact));

describe('the body of an outbound hook', () => {
  it('is type, time and data, as of Standard Webhooks', () => {
    expect(parsed('standard')).toMatchObject({
      ...{ type: 'approval.waits', timestamp: '2026-01-01T00:00:00.000Z' },
      data: { approvalId: 'approval_1', answerUrl: link, summary: 'Run <ls> & key [redacted]' },
    });
    expect(parsed('standard', null)).not.toHaveProperty('data.answerUrl');
  });

  it('is a message with a button for Slack, whose marks are text', () => {
    const told = JSON.stringify(parsed('slack'));
    expect(told).toContain('"text":"The office asks: Run &lt;ls&gt; &amp; key [redacted]"');
    expect(told).toContain(`"type":"button"`);
    expect(told).toContain(link);
    expect(JSON.stringify(parsed('slack', null))).not.toContain('button');
  });

  it('is an adaptive card for Teams', () => {
    expect(parsed('teams')).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: link }] },
        },
      ],
    });
  });

  it('names a run that has ended as people call it', () => {
    const told = (data: object) => endedTitle({ ...data });
    const brief = 'Do what issue #3 asks.';
    const ended = endedData(sampleRun({ title: 'It is slow (#3)', brief }), redact);
    expect(told(ended)).toBe('It is slow (#3)');
    expect(told(endedData(sampleRun({ brief: 'Mend it' }), redact))).toBe('Mend it');
    expect(bodyOf('slack', newMessage('run.ended', 0, ended), null, redact)).toContain(
      'It is slow (#3)',
    );
    // A message stored by an earlier version.
    expect(told({ brief })).toBe(brief);
  });

  it('has no text that Teams would read as Markdown', () => {
    const told = newMessage('approval.waits', 0, {
      summary: '[Answer](https://evil.example)',
      detail: '[Details](https://evil.example)',
    });
    const { attachments } = JSON.parse(bodyOf('teams', told, link, redact)) as {
      attachments: { content: { body: { type: string; inlines: { type: string }[] }[] } }[];
    };
    const blocks = attachments[0]?.content.body ?? [];
    expect(blocks.map(({ type }) => type)).toEqual(['RichTextBlock', 'RichTextBlock']);
    expect(blocks.flatMap(({ inlines }) => inlines.map(({ type }) => type))).toEqual([
      'TextRun',
      'TextRun',
    ]);
  });

  it.each(['standard', 'slack', 'teams'] as const)(
    'has no part of a secret, cut or spelled for JSON: %s',
    (format) => {
      const secret = 'sk-"quoted\\"-0123456789';
      for (let room = 0; room < secret.length + 2; room++) {
        const told = newMessage('approval.waits', 0, {
          summary: `${'x'.repeat(299 - 'The office asks: '.length - room)}${secret} and more`,
          detail: `${'y'.repeat(2899 - room)}${secret}`,
        });
        const body = bodyOf(format, told, link, redactor([secret]));
        expect(body).not.toMatch(/sk-|quoted|0123/);
      }
    },
  );

  it('is bounded for chats', () => {
    const long = newMessage('approval.waits', 0, {
      summary: 'x'.repeat(9999),
      detail: 'y'.repeat(99_999),
    });
    expect(bodyOf('slack', long, null, redact).length).toBeLessThan(4000);
    expect(bodyOf('teams', long, null, redact).length).toBeLessThan(4000);
  });
});
