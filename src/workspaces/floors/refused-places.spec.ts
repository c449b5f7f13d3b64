import { describe, expect, it } from '@jest/globals';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { refusedPlace } from './refused-places.js';

const office = {
  home: '/home/ann',
  installed: '/opt/office',
  data: ['/var/lib/office/office.sqlite', '/var/lib/office/plugins'],
  workspacesRoot: '/opt/office/workspaces',
};

describe('refusedPlace', () => {
  it.each([
    ...[
      '/',
      '/etc',
      '/etc/ssl',
      '/proc/1',
      '/dev/shm',
      '/sys',
      '/usr',
      '/usr/bin',
      '/home',
      '/tmp',
    ],
    ...['/home/ann', '/home/ann/.ssh', '/home/ann/.gnupg/x', '/var', '/var/lib', '/boot', '/run'],
  ])('takes %s for a place of the system', (path) => {
    expect(refusedPlace(path, office)).toBe(workspaceTexts.placeOfSystem(path));
  });

  it.each(['/opt/office', '/opt/office/dist', '/var/lib/office', '/var/lib/office/plugins/a'])(
    'takes %s for a place of the office',
    (path) => {
      expect(refusedPlace(path, office)).toBe(workspaceTexts.placeOfOffice(path));
    },
  );

  it.each(['/home/ann/p/.git', '/home/ann/p/.git/hooks', '/srv/p/.GIT', '/srv/GIT~1/x'])(
    'takes %s for a place of git',
    (path) => {
      expect(refusedPlace(path, office)).toBe(workspaceTexts.placeOfGit(path));
    },
  );

  it.each([
    ...[
      '/home/ann/project',
      '/home/ann/.config/x',
      '/tmp/x',
      '/opt/office/workspaces/a',
      '/etcetera',
    ],
    ...[
      '/var/lib/office-floors/a',
      '/home/bob',
      '/srv/work',
      '/usr/local/src/x',
      '/home/ann/a.git',
    ],
  ])('leaves %s to a floor', (path) => {
    expect(refusedPlace(path, office)).toBeNull();
  });
});
