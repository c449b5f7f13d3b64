import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sandboxMounts } from './sandbox-mounts.js';

type SandboxPlaces = Parameters<typeof sandboxMounts>[0];

const none: SandboxPlaces = {
  hidden: [],
  empty: [],
  replaced: [],
  readable: [],
  writable: [],
  guarded: [],
  kept: [],
  masked: [],
};
const folder = (path: string) => ({ path, isFolder: true });
const lines = (places: Partial<SandboxPlaces>): readonly string[] =>
  sandboxMounts({ ...none, ...places }).map(({ kind, path }) => `${kind} ${path}`);

describe('sandboxMounts', () => {
  it('shows a workspace and tools below a home directory, and nothing else of it', () => {
    expect(
      lines({
        empty: ['/home/ada'],
        hidden: [folder('/home')],
        readable: ['/home/ada/.pyenv', '/opt/tools'],
        writable: ['/home/ada/work'],
        guarded: ['/home/ada/work/.git'],
      }),
    ).toEqual([
      'hidden-folder /home',
      'memory /home/ada',
      'read /home/ada/.pyenv',
      'write /home/ada/work',
      'read /home/ada/work/.git',
    ]);
  });

  it('shows a workspace in the data, and the caches of its floor, and hides what lies in it', () => {
    expect(
      lines({
        hidden: [
          folder('/srv/data'),
          { path: '/srv/data/office.db', isFolder: false },
          folder('/srv/data/work/inner'),
          { path: '/srv/data/work/.env', isFolder: false },
        ],
        writable: ['/srv/data/work', '/srv/data/caches/one'],
      }),
    ).toEqual([
      'hidden-folder /srv/data',
      'write /srv/data/work',
      'hidden-file /srv/data/work/.env',
      'hidden-folder /srv/data/work/inner',
      'write /srv/data/caches/one',
    ]);
  });

  it('leaves a tool chain in the workspace as it can be written', () => {
    expect(lines({ writable: ['/w'], readable: ['/w/.venv'] })).toEqual(['write /w']);
  });

  it('puts the folder of the run in place of /tmp, under its own name too', () => {
    const replaced = [{ path: '/tmp', source: '/tmp/office-1/tmp' }];
    expect(sandboxMounts({ ...none, replaced, writable: ['/tmp/office-1', '/tmp/w'] })).toEqual([
      { kind: 'write', path: '/tmp', source: '/tmp/office-1/tmp' },
      { kind: 'write', path: '/tmp/office-1' },
      { kind: 'write', path: '/tmp/w' },
    ]);
  });

  it('keeps the way to a nested repository in its place, and hides secrets on it', () => {
    const places = {
      ...{ ...none, writable: ['/w'], kept: ['/w/libs', '/w/libs/one', '/w/libs', '/w/.git'] },
      guarded: ['/w/.git', '/w/libs/one/.git'],
      masked: ['/w/libs/one/.env'],
    };
    expect(sandboxMounts(places)).toEqual([
      { kind: 'write', path: '/w' },
      { kind: 'write', path: '/w/.git', source: '/w/.git' },
      { kind: 'write', path: '/w/libs', source: '/w/libs' },
      { kind: 'read', path: '/w/.git' },
      { kind: 'write', path: '/w/libs/one', source: '/w/libs/one' },
      { kind: 'read', path: '/w/libs/one/.git' },
      { kind: 'hidden-file', path: '/w/libs/one/.env' },
    ]);
  });

  it('never lets a folder cover what was mounted below it', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const path = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`);
    const paths = fc.array(path, { maxLength: 6 });
    fc.assert(
      fc.property(paths, paths, paths, paths, (hidden, empty, readable, writable) => {
        const mounts = sandboxMounts({
          ...none,
          hidden: hidden.map(folder),
          empty,
          readable,
          writable,
        });
        mounts.forEach(({ path: own }, at) => {
          const later = mounts.slice(at + 1).map((one) => one.path);
          expect(later.filter((one) => own.startsWith(`${one}/`))).toEqual([]);
        });
        for (const shown of writable) {
          const last = mounts.findLast(
            ({ path: one }) => shown === one || shown.startsWith(`${one}/`),
          );
          expect(last?.kind).toBe('write');
        }
      }),
    );
  });
});
