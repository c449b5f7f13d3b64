import { describe, expect, it } from '@jest/globals';
import { asksForDecision } from './asks-for-decision.js';

describe('asksForDecision', () => {
  it.each([
    'Should we use X or Y?',
    'should we use Postgres or SQLite for this',
    'Should I rewrite the parser?',
    'Should the team move to pnpm?',
    'Should the cache live in Redis or in memory?',
    'Would a queue or a table serve us here?',
    'Which of the two libraries is better?',
    'Which date library is best for us?',
    'Which one would you recommend?',
    'which database should we pick?',
    'What would you choose for the queue?',
    'What\u2019s the best way to store the sessions?',
    'What is the right choice for the encoding?',
    'Is Vite better than Webpack here?',
    'Is it better to copy or to link the files?',
    'Do you recommend a monorepo?',
    'Help me decide whether to split the service',
    'Choose between REST and gRPC for the gateway',
    'How do we choose a queue?',
    'Is it worth migrating to ESM?',
    'Would it be worth a cache?',
    'What are the pros and cons of tabs?',
    'Explain the trade-offs between the two stores',
    'Postgres vs. SQLite?',
    'tabs versus spaces',
  ])('a decision: %s', (brief) => {
    expect(asksForDecision(brief)).toBe(true);
  });

  it.each([
    '',
    'What does the parser do?',
    'Why is the build slow?',
    'How do I run the tests?',
    'Which version fixes the bug?',
    'Which file holds the routes, and who wrote it?',
    'Where is the parser?',
    'Is the cache warm at boot?',
    'Should the cache be warm at boot?',
    'Is it a bug or a feature?',
    'What is the difference between a lease and a fence?',
    'Explain the lease of a run',
    'Who is the owner of the module?',
    'Does it work on Windows or only on Linux?',
    'What happens when two runs write the same file?',
    'What is this worth in bytes?',
    'How does the picker choose a model?',
  ])('knowledge: %s', (brief) => {
    expect(asksForDecision(brief)).toBe(false);
  });
});
