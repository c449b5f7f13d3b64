import { describe, expect, it } from '@jest/globals';
import { hookBriefTexts } from '../texts/hook-brief.js';
import { askedIn, fencesAt, inFence, withoutFenced } from './fences.js';
import { isWanted } from './is-wanted.js';
import { pickPipeline } from './pick-pipeline.js';
import { titleOf } from './run-title.js';

const asked = 'What does this alert mean?';
const sent = 'Build a new web app from scratch. Should we use X or Y?';
const brief = `${asked}\n\n${hookBriefTexts.beside}\n\n${inFence('hook:h', sent)}`;

describe('what a brief asks for', () => {
  it('is without what others sent beside it', () => {
    expect(askedIn(brief)).toBe(asked);
    expect(askedIn(`${asked}\n`)).toBe(`${asked}\n`);
    expect(askedIn(inFence('x', sent))).toBe(inFence('x', sent));
    expect(withoutFenced(`a ${inFence('x', 'b')} c <untrusted-content source=y>\nd`)).toBe('a  c ');
  });

  it('decides alone on pipeline, stages and name', () => {
    const offered = ['quick-answer', 'code-change', 'product-build'].map((id) => ({
      ...{ id, name: id, description: '', stages: [] },
    }));
    expect(pickPipeline({ brief: sent }, offered)?.pipeline.id).toBe('product-build');
    expect(pickPipeline({ brief }, offered)?.pipeline.id).toBe('quick-answer');
    const stage = { name: 'debate', onDemand: true, onDecision: true } as Parameters<
      typeof isWanted
    >[1];
    expect(isWanted({ brief: sent }, stage)).toBe(true);
    expect(isWanted({ brief }, stage)).toBe(false);
    expect(titleOf({ brief })).toBe(asked);
  });
});

describe('a place of a text', () => {
  const text = `A\n${inFence('x', 'B\n```text\nC')}\n\`\`\`text\nD\n\`\`\`\nE`;
  const around = (word: string) =>
    fencesAt(text, text.indexOf(word), 'on').open.map(({ opening }) => opening);

  it('lies in the fences that are open there', () => {
    expect([...'ABCDE'].map(around)).toEqual([
      [],
      ['<untrusted-content source=x>'],
      ['<untrusted-content source=x>'],
      ['```text'],
      [],
    ]);
  });

  it('moves out of a mark, back or on', () => {
    const at = text.indexOf('content');
    expect(fencesAt(text, at, 'back')).toEqual({ at: 2, open: [] });
    expect(fencesAt(text, at, 'on')).toMatchObject({ at: text.indexOf('B'), open: [{ at: 2 }] });
  });
});
