import { describe, expect, it } from '@jest/globals';
import { heardIn } from './debate.js';

const said = (...lines: string[]): string => lines.join('\n\n');
const ada = '## Ada (`cto`), open with your position: what you would do';
const bo = '### Bo, open with your position: what you would do';

describe('heardIn', () => {
  it('hears nobody in an opening', () => {
    expect(heardIn(said('# Your turn', 'open with your position: what you would do'))).toEqual({
      round: 1,
      isClosing: false,
      speakers: [],
      lastSpeaker: undefined,
      own: '',
    });
  });

  it('tells the round of this turn, not of the turns that are shown', () => {
    const later = '### Ada, round 2: answer the strongest point against you';
    expect(heardIn(said(ada, bo, later, 'round 3: answer the strongest point'))).toEqual({
      round: 3,
      isClosing: false,
      speakers: ['Ada', 'Bo'],
      lastSpeaker: 'Ada',
      own: '',
    });
  });

  it('tells what the speaker said before from what others said', () => {
    const prompt = said('You are Ada, of the leads.', ada, 'Mine.', bo, 'Another.', '## Plan');
    expect(heardIn(prompt).own.trim()).toBe('Mine.');
  });

  it('tells the ruling from a position', () => {
    expect(heardIn(said(ada, 'close the debate: rule on the question'))).toMatchObject({
      isClosing: true,
      lastSpeaker: 'Ada',
    });
  });

  it('takes other headings for no speaker', () => {
    expect(heardIn('### Plan (plan)\n### Findings, in short\n###').speakers).toEqual([]);
  });
});
