import { describe, expect, it } from '@jest/globals';
import { optionsFor } from './choose-option.js';

const option = (optionId: string, kind: string, name = '') => ({ optionId, kind, name });

describe('optionsFor', () => {
  it('prefers once to always, whatever the order', () => {
    const options = [
      option('1', 'allow_always'),
      option('2', 'reject_always'),
      option('3', 'reject_once'),
      option('4', 'allow_once'),
    ];
    expect(optionsFor(options)).toEqual({ allow: '4', reject: '3' });
  });

  it('takes always where there is nothing else', () => {
    expect(optionsFor([option('1', 'allow_always')])).toEqual({ allow: '1', reject: null });
  });

  it('reads the name where the kind says nothing, and the id where neither does', () => {
    const options = [option('1', 'primary', 'Yes, go ahead'), option('deny', 'x', 'Hm')];
    expect(optionsFor(options)).toEqual({ allow: '1', reject: 'deny' });
  });

  it('does not take a no for a yes', () => {
    expect(optionsFor([option('1', '', "Don't allow, reject")])).toEqual({
      allow: null,
      reject: '1',
    });
    expect(optionsFor([option('1', '', 'Disallow')])).toEqual({ allow: null, reject: '1' });
  });

  it.each([[undefined], ['x'], [[]], [[7, {}, { optionId: 1 }]]])('finds none in %j', (options) => {
    expect(optionsFor(options)).toEqual({ allow: null, reject: null });
  });
});
