import { describe, expect, it } from '@jest/globals';
import { converses } from './converses.js';

describe('converses', () => {
  it.each([
    'text-embedding-3-small',
    'whisper-1',
    'tts-1',
    'gpt-image-1',
    'omni-moderation-latest',
    'davinci-002',
    'gpt-realtime-2',
    'o3-deep-research',
    'gpt-audio',
  ])('knows by the data of OpenAI that %s does not', (id) => {
    expect(converses('openai', id)).toBe(false);
  });

  it.each(['text-embedding-nomic-embed-text-v1.5', 'davinci-002', 'sonar-deep-research'])(
    'knows of %s at any server',
    (id) => {
      expect(converses('lmstudio', id)).toBe(false);
    },
  );

  it('knows the ids that the data of one provider excludes', () => {
    expect(converses('mistral', 'voxtral-small-latest')).toBe(false);
    expect(converses('openrouter', 'openai/gpt-4o:batch')).toBe(false);
    expect(converses('moonshot', 'moonshot-v1-8k')).toBe(false);
    expect(converses('lmstudio', 'moonshot-v1-8k')).toBe(true);
  });

  it.each(['gpt-4o', 'imagine-7b', 'author/videoless'])('leaves %s in', (id) => {
    expect(converses('openai', id)).toBe(true);
  });
});
