import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pipeline } from '../../protocol/records/work.js';
import { pickPipeline } from './pick-pipeline.js';

const pipeline = (id: string): Pipeline => ({ id, name: id, description: '', stages: [] });
const shipped = ['product-build', 'code-change', 'quick-answer'].map(pipeline);

const picked = (brief: string, offered = shipped, pipelineId?: string) =>
  pickPipeline(brief, offered, pipelineId)?.id;

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
        expect(offered).toContain(pickPipeline(brief, offered));
      }),
    );
  });
});
