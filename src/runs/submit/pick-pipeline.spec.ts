import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pipeline } from '../../protocol/records/work.js';
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

  it('a product that is asked for', () => {
    expect(picked('Can you build a todo list?')).toBe('product-build');
    expect(picked('Please write a small game')).toBe('product-build');
  });

  it.each([
    ['Why?', shipped, undefined, 'the brief is a short question'],
    ['Fix it', shipped, undefined, 'the brief is a short change of something that exists'],
    ['A shop', shipped, undefined, 'the brief is neither a short question nor a short change'],
    ['Why?', shipped, 'code-change', 'named by whoever commissioned it'],
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
