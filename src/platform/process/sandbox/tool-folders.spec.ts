import { describe, expect, it } from '@jest/globals';
import { toolFolders } from './tool-folders.js';

const node = '/usr/bin/node';
const on = (...entries: string[]): readonly string[] =>
  toolFolders('/home/ada', { PATH: entries.join(':') }, node);

describe('toolFolders', () => {
  it.each([
    ['/home/ada/.pyenv/shims', ['/home/ada/.pyenv']],
    ['/home/ada/.nvm/versions/node/v24.1.0/bin', ['/home/ada/.nvm']],
    ['/home/ada/.cargo/bin', ['/home/ada/.cargo/bin', '/home/ada/.rustup']],
    ['/home/ada/tools/node-24/bin', ['/home/ada/tools/node-24']],
    ['/home/ada/.docker/bin', ['/home/ada/.docker/bin']],
    ['/home/ada/bin', ['/home/ada/bin']],
    ['/home/ada', []],
    ['/home/eve/.pyenv/bin', []],
    ['/usr/bin', []],
    ['', []],
    ['.pyenv/bin', []],
  ])('of %s are %j', (entry, folders) => {
    expect(on(entry)).toEqual(folders);
  });

  it('never are all that programs of the account have installed', () => {
    const folders = on('/home/ada/.local/bin', '/home/ada/.local/share/tool/bin');
    expect(folders).toContain('/home/ada/.local/bin');
    expect(folders).toContain('/home/ada/.local/share/tool');
    expect(folders).not.toContain('/home/ada/.local');
    expect(folders).not.toContain('/home/ada/.local/share');
  });

  it('are those of the Node in use, and those that variables name', () => {
    const environment = {
      JAVA_HOME: '/home/ada/java',
      VIRTUAL_ENV: '/home/ada',
      GOROOT: '/opt/go',
    };
    expect(toolFolders('/home/ada', environment, '/home/ada/x/node/bin/node')).toEqual([
      '/home/ada/java',
      '/home/ada/x/node',
    ]);
  });
});
