import { describe, expect, it } from '@jest/globals';
import { namesRepository } from './names-repository.js';

describe('the address of a remote', () => {
  it.each([
    ['https://github.com/acme/widgets', true],
    ['https://github.com/Acme/Widgets.git/', true],
    ['http://127.0.0.1:3000/acme/widgets.git', true],
    ['git@github.com:acme/widgets.git', true],
    ['ssh://git@ssh.github.com:443/acme/widgets.git', true],
    ['work:acme/widgets', true],
    ['https://gitlab.com/other/acme/widgets', true],
    ['https://github.com/acme/widgets-old', false],
    ['https://github.com/me/widgets', false],
    ['https://github.com/notacme/widgets', false],
    ['/srv/widgets.git', false],
    ['', false],
  ])('%j leads to acme/widgets: %j', (address, leads) => {
    expect(namesRepository(address, 'acme/widgets')).toBe(leads);
  });
});
