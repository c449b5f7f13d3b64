import { expect, it } from '@jest/globals';
import { holdsToken } from '../../console/src/pages/forges/holds-token.js';

it.each([
  'https://ada:ghp_x@github.com/acme/widgets',
  'https://ghp_x@github.com/acme/widgets',
  'https://ada:ghp_x',
  'ada:ghp_x@git.example.org/acme/widgets',
  'ssh://ada@git.example.org/acme/widgets',
])('an address with a token, or one that may get it: %s', (address) => {
  expect(holdsToken(address)).toBe(true);
});

it.each([
  'acme/widgets',
  'https://github.com/acme/widgets',
  'https:',
  'http://127.0.0.1:8080/acme/widgets',
  'http://git.example.org:8080',
  'git@github.com:acme/widgets.git',
  'ssh://git@git.example.org/acme/widgets.git',
])('an address without a token: %s', (address) => {
  expect(holdsToken(address)).toBe(false);
});
