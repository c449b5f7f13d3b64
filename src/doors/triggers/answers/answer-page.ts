import { escapedHtml } from '#platform/http/escaped-html.js';
import type { Approval } from '#protocol/records/work.js';
import { answerTexts } from '#protocol/texts/triggers.js';

interface Shown {
  /** Null: the link is not valid. */
  readonly approval: Approval | null;
  readonly until: number;
  /** True: the answer needs a token. */
  readonly asksToken: boolean;
  /** Shown first: a refusal, or that the answer is stored. */
  readonly note: string | null;
}

/** A page without script and style; the question is inserted as text only. */
export function answerPage({ approval, until, asksToken, note }: Shown): string {
  const said = note === null ? [] : [`<p><strong>${escapedHtml(note)}</strong></p>`];
  const body =
    approval === null
      ? [`<p>${escapedHtml(answerTexts.unknown)}</p>`]
      : [...questionOf(approval), ...endOf(approval, until, asksToken)];
  return page([...said, ...body]);
}

function questionOf({ summary, detail, touches, items = [], runId }: Approval): string[] {
  const asked = items.length === 0 ? [{ summary, detail, touches }] : items;
  return [
    `<h1>${escapedHtml(summary)}</h1>`,
    `<p>${escapedHtml(answerTexts.asked)} ${escapedHtml(runId)}</p>`,
    ...asked.flatMap((item) => [
      ...(items.length === 0 ? [] : [`<h2>${escapedHtml(item.summary)}</h2>`]),
      `<pre>${escapedHtml(item.detail)}</pre>`,
      ...(item.touches === undefined ? [] : [`<p>${escapedHtml(item.touches)}</p>`]),
    ]),
  ];
}

function endOf({ status }: Approval, until: number, asksToken: boolean): string[] {
  if (status !== 'pending') return [`<p>${escapedHtml(answerTexts.decided(status))}</p>`];
  const { reason, token, yes, no, validUntil } = answerTexts;
  return [
    '<form method="post">',
    // Enter in a field presses the first button, so the first one does nothing.
    '<button disabled hidden></button>',
    `<p><label>${escapedHtml(reason)} <input name="reason" maxlength="500"></label></p>`,
    ...(asksToken
      ? [
          `<p><label>${escapedHtml(token)} <input name="token" type="password" autocomplete="current-password"></label></p>`,
        ]
      : []),
    `<p><button name="answer" value="yes">${escapedHtml(yes)}</button> `,
    `<button name="answer" value="no">${escapedHtml(no)}</button></p>`,
    '</form>',
    `<p>${escapedHtml(validUntil(minuteOf(until)))}</p>`,
  ];
}

/** A time to the minute; the page has no script that would know the reader's zone. */
function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function page(body: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex"><meta name="referrer" content="same-origin">',
    `<title>${escapedHtml(answerTexts.title)}</title></head><body><main>`,
    ...body,
    '</main></body></html>',
    '',
  ].join('\n');
}
