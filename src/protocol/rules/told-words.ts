import { limits } from '../limits.js';
import { httpTexts } from '../texts/http.js';

/**
 * Texts of the service as people read them on the page. The interface fixes their wording: it names
 * a floor by several words, leaves some limits out, and counts in `file(s)`.
 */
export function toldWords(text: string): string {
  const told = wordings.reduce((words, [fixed, instead]) => words.replace(fixed, instead), text);
  return counted(withLimit(told));
}

/** A refusal with the limit that its fixed text leaves out. */
export function withLimit(refusal: string): string {
  if (refusal !== httpTexts.bodyTooLarge) return refusal;
  return `${refusal.slice(0, -1)}: at most ${sizeInWords(limits.requestBodyBytes)}.`;
}

/** A number of bytes: `256 KB`. */
function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KB` : `${bytes / (1024 * 1024)} MB`;
}

/** Matches whole phrases, so that words of people and models stay unchanged. */
const wordings: readonly (readonly [fixed: RegExp, instead: string])[] = [
  [/^A workspace needs a name\.$/, 'A floor needs a name of 1 to 60 characters.'],
  [/^Workspace names are limited to/, 'Names of floors are limited to'],
  [/^External workspaces are disabled, so "/, '"'],
  [/" is outside the permitted root /, '" is outside of '],
  [
    /\. Choose a folder under it, or allow external workspaces in the settings\.$/,
    ', the folder of floors. Choose a folder below it, or allow floors outside of it in the settings.',
  ],
  [
    / or a folder name to work under the workspaces root\.$/,
    ' or the name of a folder below the folder of floors.',
  ],
  [/" escapes the workspaces root /, '" leads out of the folder of floors, '],
  [
    /^The workspaces root (.*) is not there, though/s,
    'The folder of floors, $1, is not there, though',
  ],
  [/^An office already works in (.*)\.$/s, 'Another floor already works in $1.'],
  [
    /^The first organisation cannot be closed: it is the fallback when nothing else is selected\.$/,
    'The first floor cannot be closed: it is shown when no other is selected.',
  ],
  [/^there is no room left to build on/, 'There is no room left to build on'],
  [/^An organisation needs/, 'A floor needs'],
  [/^There is no workspace "/, 'There is no floor "'],
  [/^No workspace "/, 'No floor "'],
  [/^This office has no workspaces/, 'This office has no floors'],
  [/^A default run budget must be zero or more\.$/, 'The ceiling of a run must be $$0 or more.'],
  [/^A total budget must be zero or more\.$/, 'The ceiling of a floor must be $$0 or more.'],
  [
    /^The soft spend threshold cannot be negative\.$/,
    'The amount to ask before must be $$0 or more.',
  ],
  [
    /^An approval must be allowed at least a second/,
    'An approval must be allowed 1 second or more',
  ],
  [
    /^"budgetUsd" must be a number of dollars, zero or more\.$/,
    'The ceiling of a run must be $$0 or more.',
  ],
  [/ forces scripted employees/, ' forces simulated employees'],
  [/^Scripted employees;/, 'Simulated employees;'],
  // The budget counts as exhausted when less is left than the next answer may cost.
  [
    /^Run budget of (\S{1,40}) has been exhausted\.$/,
    'The ceiling of $1 leaves too little for the next answer.',
  ],
  // Without the id, because the run's own page shows these texts.
  [
    /^run run_\w{1,40} was delivered: (.*), ([0-9a-f]{7})[0-9a-f]{33}\.$/s,
    'The change was delivered: $1, $2.',
  ],
  [/^run run_\w{1,40} was delivered: /, 'The change was delivered: '],
  [/^run run_\w{1,40} was reverted: /, 'The change was undone: '],
  [/^run run_\w{1,40} was discarded: its worktree is removed\.$/, 'The worktree is discarded.'],
  [/^run run_\w{1,40} was redone: /, 'The change was made again: '],
  [
    /^Run "run_\w{1,40}" is not delivered: the human declined\.$/,
    'The change is not delivered: somebody refused it.',
  ],
  [/^Run "run_\w{1,40}" is not delivered: /, 'The change is not delivered: '],
  [/^Run "run_\w{1,40}" is not reverted: /, 'The change is not undone: '],
  [/^Run "run_\w{1,40}" is not redone: /, 'The change is not made again: '],
  [
    /^Run "run_\w{1,40}" has no worktree: what it changed is in the workspace already\.$/,
    'The run has no worktree: what it changed is in the folder already.',
  ],
  [
    /^Approval "\w{1,60}" is no longer pending\.$/,
    'This request is answered already, from elsewhere, or its time was over.',
  ],
];

/** Replaces `file(s)` and the like by singular or plural. */
function counted(text: string): string {
  return text
    .replace(/\b1 file\(s\) are as they were\b/g, '1 file is as it was')
    .replace(/\b1 file\(s\) are as it left them\b/g, '1 file is as it left it')
    .replace(
      /\b1 (\w+)\(s\) (are|were)\b/g,
      (_, word: string, verb: string) => `1 ${word} ${verb === 'are' ? 'is' : 'was'}`,
    )
    .replace(
      /(?<![\w,])(\d(?:[\d,]{0,19}\d)?) ((?:\w{1,40} )?\w{1,40})\(s\)/g,
      (_, count: string, word: string) => `${count} ${word}${count === '1' ? '' : 's'}`,
    );
}
