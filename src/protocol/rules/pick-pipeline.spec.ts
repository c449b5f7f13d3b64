import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pipeline } from '../records/work.js';
import { pickPipeline } from './pick-pipeline.js';

type BriefFacts = Parameters<typeof pickPipeline>[0];

const pipeline = (id: string): Pipeline => ({ id, name: id, description: '', stages: [] });
const shipped = ['product-build', 'code-change', 'quick-answer'].map(pipeline);

const picked = (brief: string, offered = shipped, pipelineId?: string) =>
  pickPipeline({ brief, pipelineId }, offered)?.pipeline.id;

describe('pickPipeline', () => {
  it.each([
    ['a question by its mark', 'Should the cache be warm at boot?', 'quick-answer'],
    ['a question by its first word', 'Explain the lease of a run', 'quick-answer'],
    ['a question by its first two words', 'Tell me about seats', 'quick-answer'],
    ['blanks around it do not matter', '  why is it slow \n', 'quick-answer'],
    ['a question that also speaks of a change', 'How do I fix the login?', 'quick-answer'],
    ['a word that only begins like a question', 'Whatever you do, be quick', 'product-build'],
    ['a change', 'The login page has a bug', 'code-change'],
    ['a change in capitals', 'RENAME the module', 'code-change'],
    ['a word that only contains a change', 'A prefixed debugger for updates', 'product-build'],
    ['anything else', 'A todo list with tags', 'product-build'],
  ])('%s', (_, brief, expected) => {
    expect(picked(brief)).toBe(expected);
  });

  it.each([
    ['239 characters are still a short question', `${'a'.repeat(238)}?`, 'quick-answer'],
    ['240 are not', `${'a'.repeat(239)}?`, 'product-build'],
    ['599 characters are still a short change', `fix ${'a'.repeat(595)}`, 'code-change'],
    ['600 are not', `fix ${'a'.repeat(596)}`, 'product-build'],
  ])('%s', (_, brief, expected) => {
    expect(picked(brief)).toBe(expected);
  });

  it.each([
    'can you fix the failing login test?',
    'Could we rename the module "users"?',
    'Would you please remove the old flag?',
    'please update the docs of the export',
    "Let's move the helpers into one file",
    'let us upgrade the parser',
    'Can you add a --verbose option?',
    'Could someone make the search faster?',
    'Would it be possible to support CSV?',
  ])('a change that is asked for: %s', (brief) => {
    expect(picked(brief)).toBe('code-change');
    expect(pickPipeline({ brief }, shipped)?.reason).toBe(
      'the brief asks for a change, in the form of a request',
    );
  });

  it.each([
    'how do I change my password?',
    'What does the update of the index do?',
    'why was the flag removed',
    'Where do we delete old rows?',
    'which version fixes the bug?',
    'Is there a bug in the parser?',
    'does the move keep the dates?',
    'Can you explain how the update works?',
    'Please tell me why the patch failed',
    'could you describe the change?',
    'Can the cache be cleared?',
    'Can we do that?',
  ])('knowledge that is asked for: %s', (brief) => {
    expect(picked(brief)).toBe('quick-answer');
  });

  it.each([
    'What is wrong with sort()? Fix it.',
    'Is there a version flag? If not, add one',
    "Why don't we drop Node 18? Please do it.",
    'Can it read from stdin too? Then add that.',
    'What about emoji? They come out as garbage, handle them.',
    'How about a dark mode for the settings page',
    'Does not work with spaces in names',
    "Doesn't start on Windows",
    'Fix the login?',
  ])('a change behind or in the form of a question: %s', (brief) => {
    const choice = pickPipeline({ brief, holdsCode: true }, shipped);
    expect(choice?.pipeline.id).toBe('code-change');
  });

  it.each([
    'Why does parse("") crash? It should return null.',
    'Why is the date wrong? The time zone must be kept',
    'What is `--all` for? `--all` should not list hidden files.',
    'How can this be undefined? parse("") has to throw.',
    'Why is it cut off? I expected the whole line.',
    'Why the empty list? Expected: an error.',
    "Is it meant to trim? It shouldn't change the input.",
    'Why two requests? They are supposed to share one.',
  ])('a behaviour that is expected behind a question: %s', (brief) => {
    expect(pickPipeline({ brief, holdsCode: true }, shipped)?.pipeline.id).toBe('code-change');
    expect(pickPipeline({ brief, continues: true }, shipped)?.pipeline.id).toBe('code-change');
    expect(picked(brief)).toBe('quick-answer');
  });

  it.each([
    'Is the cache warm? It should be.',
    'Why is this slow? Should we cache it?',
    'Does it run on Windows? It should work fine.',
    'What must a plugin have? I have to write one.',
    'Explain the lease. Which replica must hold it?',
  ])('words of expectation that ask for nothing: %s', (brief) => {
    expect(pickPipeline({ brief, holdsCode: true }, shipped)?.pipeline.id).toBe('quick-answer');
  });

  it.each([
    'Walk me through the build',
    'Give us an overview of the modules',
    'List the endpoints of this service',
    'Summarise the last change',
    'Has anybody used this flag',
    'Did somebody change the API',
    'Will it run on Windows',
    'Was the cache ever cleared',
    'I wonder why encode is slow',
    "I'd like to know how tokens are counted",
    'Show me where the config is read',
    'Find out why the build is slow',
    'Can you find the place where sessions are created?',
    'Please list the open comments',
    'Quick question: where is the parser',
    'Hi, could you explain encode?',
    'Thanks! How do I run it?',
    'Whose code is the parser',
    'What is in docs/cli.md',
    'Who wrote in the changelog that tokens end',
    'Which commands add, remove or rename files?',
    'Which is better: add a flag or remove one?',
    'Do we validate input? Do you know?',
  ])('knowledge, amid code, after a run and without either: %s', (brief) => {
    for (const facts of [{}, { holdsCode: true }, { continues: true }]) {
      expect(pickPipeline({ brief, ...facts }, shipped)?.pipeline.id).toBe('quick-answer');
    }
  });

  it.each([
    'When the list is empty, it throws',
    'Compare names without regard to case',
    'Define a type for the options',
    'Answer requests without a token with 401',
    'List items overlap on phones',
    'Describe the new flag in the README',
    'Please explain the exit codes in docs/cli.md',
    'Tell the user which file failed',
  ])('an order whose words are also those of questions: %s', (brief) => {
    expect(pickPipeline({ brief, holdsCode: true }, shipped)?.pipeline.id).toBe('code-change');
  });

  it.each(['Compare REST with gRPC', 'Define idempotency', 'List the SOLID principles'])(
    'knowledge that needs no code: %s',
    (brief) => {
      expect(picked(brief)).toBe('quick-answer');
    },
  );

  it.each([
    'Create a bug tracker',
    'Build an update checker',
    'Make a service that can delete old files',
    'Please make a website for my cat',
    'Develop an app with login, updates and a move history',
    'A command line tool that removes duplicate files',
  ])('something new whose words are those of a change: %s', (brief) => {
    expect(picked(brief)).toBe('product-build');
  });

  it.each([
    'Write a fix for the login',
    'Make a small change in the parser',
    'A bug in the parser: it drops the last line',
    'Create a patch for the old release',
  ])('a change whose words are those of something new: %s', (brief) => {
    expect(picked(brief)).toBe('code-change');
  });

  it.each([
    'Implement a cache for the store',
    'Write a page in the docs about errors',
    'Create a new command "list" for the tool',
    'Create a helper for the dates of the site',
    'Add a server-side check',
    'Develop the importer further so that it takes XML',
  ])('a part of what is there is no new product: %s', (brief) => {
    expect(pickPipeline({ brief, holdsCode: true }, shipped)?.pipeline.id).toBe('code-change');
  });

  it.each([
    'Write a browser extension that hides ads',
    'I want a new app that tracks my runs',
    'We need a new command line tool that counts words',
    'From scratch: a program for invoices',
    'Create a brand-new mobile app for the club',
    'Generate a static site from these notes',
    'Design a landing page for our bakery',
  ])('a new product beside the code: %s', (brief) => {
    expect(pickPipeline({ brief, holdsCode: true }, shipped)?.pipeline.id).toBe('product-build');
  });

  it('a product that is asked for', () => {
    expect(picked('Can you build a todo list?')).toBe('product-build');
    expect(picked('Please write a small game')).toBe('product-build');
  });

  it.each([
    ['Why?', shipped, undefined, 'the brief is a short question'],
    ['Fix it', shipped, undefined, 'the brief is a short change of something that exists'],
    ['A shop', shipped, undefined, 'the brief is neither a short question nor a short change'],
    ['Why?', shipped, 'code-change', 'it was asked for'],
    [
      'A shop',
      [pipeline('x')],
      undefined,
      'nothing the brief asks for is offered, so the first pipeline on offer is taken',
    ],
  ])('tells why: %s', (brief, offered, pipelineId, reason) => {
    expect(pickPipeline({ brief, pipelineId }, offered)?.reason).toBe(reason);
  });

  const after: Partial<BriefFacts> = { continues: true };
  const amid: Partial<BriefFacts> = { holdsCode: true };
  const continued = 'it goes on from an earlier run, whose work it changes';
  const code = 'there is code in the workspace, and the brief does not ask for something new';
  const requested = 'the brief asks for a change, in the form of a request';
  const beside = 'the brief asks for something new, beside the code that is there';
  const question = 'the brief is a short question';

  it.each<[string, Partial<BriefFacts>, string, string]>([
    ['Now add tests for it', after, 'code-change', continued],
    ['And now for emoji, too', after, 'code-change', continued],
    ['Please document it in the README', after, 'code-change', requested],
    ['Can you do the same for decode?', after, 'code-change', continued],
    ['Do the same for decode', after, 'code-change', continued],
    ['Und jetzt noch Tests dafür', after, 'code-change', continued],
    ['What did you change?', after, 'quick-answer', question],
    ['Ok, and why is it slow?', after, 'quick-answer', question],
    ['Now write a small game that uses it', after, 'product-build', beside],
    ['Now add tests for it', amid, 'code-change', code],
    ['Please document it in the README', amid, 'code-change', requested],
    ['Speed up encode', amid, 'code-change', code],
    ['stringify produces garbage for emoji', amid, 'code-change', code],
    ['When I call encode twice, it throws', amid, 'code-change', code],
    ['Write tests for encode', amid, 'code-change', code],
    ['Create an index on users', amid, 'code-change', code],
    ['Implement the missing flag', amid, 'code-change', code],
    ['encode 在表情符号上出错', amid, 'code-change', code],
    [`Objects with cycles are refused. ${'Details. '.repeat(80)}`, amid, 'code-change', code],
    ['Why does stringify produce garbage for emoji?', amid, 'quick-answer', question],
    ['Where is the parser', amid, 'quick-answer', question],
    ['Build a todo list', amid, 'product-build', beside],
    ['Create a command line tool that counts words', amid, 'product-build', beside],
    ['Please build us a small web app for it', amid, 'product-build', beside],
  ])('%s (%j) is %s', (brief, facts, expected, reason) => {
    const choice = pickPipeline({ brief, ...facts }, shipped);
    expect([choice?.pipeline.id, choice?.reason]).toEqual([expected, reason]);
  });

  it('takes the pipeline that is named, whatever the brief says', () => {
    expect(picked('Why?', shipped, 'code-change')).toBe('code-change');
  });

  it('goes by the brief when the named one is not offered', () => {
    expect(picked('Why?', shipped, 'gone')).toBe('quick-answer');
  });

  it('passes over what the floor does not offer', () => {
    expect(picked('How do I fix it?', [pipeline('code-change'), pipeline('x')])).toBe(
      'code-change',
    );
    expect(picked('How do I do it?', [pipeline('x'), pipeline('product-build')])).toBe(
      'product-build',
    );
    expect(picked('How do I do it?', [pipeline('x'), pipeline('y')])).toBe('x');
  });

  it('finds nothing only where nothing is offered', () => {
    expect(picked('anything', [])).toBeUndefined();
    const offers = fc.uniqueArray(fc.constantFrom(...shipped, pipeline('x')), { minLength: 1 });
    fc.assert(
      fc.property(fc.string(), offers, (brief, offered) => {
        expect(offered).toContain(pickPipeline({ brief }, offered)?.pipeline);
      }),
    );
  });
});
