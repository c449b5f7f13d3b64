import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import type { Run } from '../records/work.js';
import { checkTexts } from '../texts/checks.js';
import { foreignTexts } from '../texts/foreign.js';
import { providerTexts } from '../texts/models.js';
import { runTexts } from '../texts/runs.js';
import { sandboxTexts } from '../texts/sandbox.js';
import { whyEnded } from './why-ended.js';

const ended = (fields: Partial<Run>) => ({ ...sampleRun(), status: 'failed' as const, ...fields });

/** A run whose stage failed with this error. */
const stopped = (error: string) => {
  const stage = sampleStage();
  return ended({
    error: runTexts.stageFailed(stage.spec.name),
    stages: [{ ...stage, status: 'failed', error }],
  });
};
/** A run in whose stage every turn failed, with this reason of the only model. */
const refused = (reason: string) =>
  stopped(
    runTexts.everyTurnFailed(
      providerTexts.allRoutesFailed([providerTexts.attempt('openai', 'gpt', reason)]),
    ),
  );
const http = (status: number, detail = 'no') => providerTexts.httpError(status, 'openai', detail);

describe('why a run ended', () => {
  it.each<[string, Run, RegExp, RegExp, string?]>([
    [
      'a ceiling, before a stage',
      ended({ error: runTexts.budgetExhaustedBefore(1, 'Build') }),
      /\$1\.00/,
      /higher ceiling/,
    ],
    [
      'a ceiling, in a stage',
      stopped(runTexts.everyTurnFailed(runTexts.budgetExhausted(1))),
      /^The ceiling of \$1\.00 leaves too little/,
      /higher ceiling/,
    ],
    [
      'a ceiling that pays no model',
      refused(providerTexts.unpaid('openai', 'gpt')),
      /not tried/,
      /higher ceiling/,
    ],
    [
      'a person who spends no more',
      ended({ status: 'cancelled', error: runTexts.spendDeclined }),
      /declined to continue/,
      /Continue the run to spend/,
    ],
    [
      'a person who cancels',
      ended({ status: 'cancelled', error: runTexts.cancelled }),
      /^Cancelled/,
      /try it again/,
    ],
    [
      'a fault of the office',
      ended({ error: runTexts.engineCrashed('x') }),
      /crashed: x/,
      /log says/,
      'log',
    ],
    [
      'checks',
      ended({ error: checkTexts.didNotPass(['npm test (exit code 1)']) }),
      /npm test/,
      /these checks/,
    ],
    ['objections', stopped(runTexts.reviewUnresolved), /objections/, /report has the objections/],
    ['an empty stage', stopped(runTexts.stageEmpty), /no turns/, /Nobody took a turn/, 'people'],
    [
      'a missing sandbox',
      stopped(sandboxTexts.nothingOutside),
      /sandbox/,
      /no sandbox here/,
      'settings',
    ],
    [
      'a refusal by a person',
      stopped(foreignTexts.fetchDeclined('http://x')),
      /declined/,
      /Somebody refused/,
    ],
    [
      'a refused key',
      refused(
        providerTexts.httpError(401, 'openai', providerTexts.keyRefused('bad', 'OPENAI_API_KEY')),
      ),
      /^openai\/gpt: HTTP 401 from openai: bad \(OPENAI_API_KEY\)$/,
      /refuses the key/,
      'models',
    ],
    ['a key without the right', refused(http(403)), /403/, /refuses the key/, 'models'],
    [
      'a key that Gemini refuses',
      refused(http(400, 'API key not valid.')),
      /not valid/,
      /refuses the key/,
      'models',
    ],
    [
      'no key',
      refused(providerTexts.noKey('OpenAI')),
      /no OpenAI API key/,
      /refuses the key/,
      'models',
    ],
    ['an empty account', refused(http(402)), /402/, /no money/, 'models'],
    ['a used up quota', refused(http(429, 'insufficient_quota')), /quota/, /no money/, 'models'],
    [
      'a used up quota, as Gemini says it',
      refused(http(429, 'You exceeded your current quota, please check your plan.')),
      /exceeded/,
      /no money or quota/,
      'models',
    ],
    ['too many requests', refused(http(429)), /429/, /no more requests/, 'models'],
    ['a model that there is not', refused(http(404)), /404/, /No model/, 'models'],
    [
      'a model that is not listed',
      stopped(
        runTexts.everyTurnFailed(
          providerTexts.allRoutesFailed([providerTexts.unavailable('openai', 'gpt')]),
        ),
      ),
      /unavailable/,
      /No model/,
      'models',
    ],
    [
      'no model at all',
      stopped(runTexts.everyTurnFailed(runTexts.noRoute)),
      /^No model could be routed/,
      /connect a provider/,
      'models',
    ],
    ['a fault of the provider', refused(http(503)), /503/, /did not answer/, 'models'],
    [
      'a provider that does not answer',
      refused(providerTexts.timedOut('openai', 9)),
      /within 9ms/,
      /did not answer/,
      'models',
    ],
    [
      'a stream that stops',
      refused(providerTexts.idleStream('openai', 9)),
      /nothing for 9s/,
      /did not answer/,
      'models',
    ],
    [
      'an unreadable answer',
      refused(providerTexts.unreadable('openai')),
      /could not be read/,
      /did not answer/,
      'models',
    ],
    [
      'no connection',
      refused(providerTexts.failed('openai', 'connect ECONNREFUSED')),
      /ECONN/,
      /did not answer/,
      'models',
    ],
    [
      'a stream that is cut off',
      refused(providerTexts.failed('openai', 'other side closed')),
      /other side closed$/,
      /did not answer/,
      'models',
    ],
    [
      'restarts of the service',
      stopped(runTexts.everyTurnFailed(runTexts.callCutOff(3))),
      /restart/,
      /did not answer/,
      'models',
    ],
    [
      'too long an answer',
      stopped(runTexts.everyTurnFailed(runTexts.outputLimit)),
      /output limit/,
      /longer answers/,
      'models',
    ],
    [
      'too many calls of tools',
      stopped(runTexts.everyTurnFailed(runTexts.roundTripLimit)),
      /8 tool/,
      /smaller part/,
    ],
    ['silence', stopped(runTexts.everyTurnFailed(runTexts.noText)), /no text/, /smaller part/],
    [
      'work that gets nowhere',
      stopped(runTexts.unfinished('Ada', 3)),
      /Ada handed over after 3 turns/,
      /smaller part/,
    ],
    ['anything else', stopped('It rained.'), /^It rained\.$/, /The turns say/],
  ])('is told of %s, with what helps', (_, run, why, next, ...[page]) => {
    const told = whyEnded(run);
    expect(told?.why).toMatch(why);
    expect(told?.next).toMatch(next);
    expect(told?.page).toBe(page);
  });

  it('says what the words of a provider mean, and leaves those of the office alone', () => {
    expect(whyEnded(refused(http(402)))?.short).toBe(
      'The account at the provider has no money or quota left: openai/gpt: HTTP 402 from openai: no',
    );
    const told = whyEnded(stopped(runTexts.reviewUnresolved));
    expect(told?.short).toBe(told?.why);
  });

  it('is that of the stage that stopped it, whatever optional stages failed before', () => {
    const run = stopped('The second.');
    const [stage] = run.stages;
    if (stage === undefined) throw new Error('There is one.');
    const optional = {
      ...stage,
      id: 'other',
      error: 'The first.',
      spec: { ...stage.spec, name: 'Other' },
    };
    expect(whyEnded({ ...run, stages: [optional, stage] })?.why).toBe('The second.');
  });

  it('is nothing of a run that is at work or done', () => {
    expect(whyEnded({ ...stopped('x'), status: 'running' })).toBeNull();
    expect(whyEnded({ ...stopped('x'), status: 'done' })).toBeNull();
    expect(whyEnded(ended({ error: null }))).toBeNull();
  });
});
