import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rights } from '../../protocol/rights.js';
import { groupRights } from './group-rights.js';

const around = { root: '/', home: '/' };
const read = (text: string) => groupRights.read(text, around)?.value;

describe('groupRights', () => {
  it('reads groups with their rights in the order of rights', () => {
    expect(read('staff=work, /a=b/admins = administer+ work ,*=read,')).toEqual(
      new Map([
        ['staff', ['work']],
        ['/a=b/admins', ['work', 'administer']],
        ['*', ['read']],
      ]),
    );
  });

  it.each(['staff', 'staff=', '=work', 'staff=all', 'staff=work+work', 'a=work,a=read', '%=work'])(
    'refuses %s',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  it('reads every group and every set of rights', () => {
    const group = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => {
      return text.trim() === text && text.isWellFormed();
    });
    const given = fc.subarray([...rights], { minLength: 1 });
    fc.assert(
      fc.property(group, given, (name, some) => {
        expect(read(`${encodeURIComponent(name)}=${some.join('+')}`)).toEqual(
          new Map([[name, some]]),
        );
      }),
    );
  });
});
