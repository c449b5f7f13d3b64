import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../platform/errors/office-error.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { chooseDirectory } from './floor-directories.js';

describe('chooseDirectory', () => {
  it.each([
    [{ folder: 'My Folder/' }, { path: '/root/My Folder', folder: 'My Folder' }],
    [
      { folder: 'f', path: '/abs/../else' },
      { path: '/else', folder: null },
    ],
    [
      { folder: 'f', path: '  ' },
      { path: '/root/f', folder: 'f' },
    ],
  ])('turns %j into %j', (request, chosen) => {
    expect(chooseDirectory(request, '/root')).toEqual(chosen);
  });

  it('keeps any folder right under the root, or refuses it', () => {
    const folder = fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', ' ', '-') });
    fc.assert(
      fc.property(folder, (given) => {
        try {
          const { path } = chooseDirectory({ folder: given }, '/root');
          expect(isInside('/root', path)).toBe(true);
          expect(path.split('/')).toHaveLength(3);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RefusedError);
        }
      }),
    );
  });
});
