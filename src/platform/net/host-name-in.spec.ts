import { describe, expect, it } from '@jest/globals';
import { hostNameIn } from './host-name-in.js';

describe('hostNameIn', () => {
  it.each([
    ['office.example.org', 'office.example.org'],
    ['Office.Example.ORG.', 'office.example.org'],
    ['office.example.org:8443', 'office.example.org'],
    ['https://office.example.org/office/', 'office.example.org'],
    ['Büro.example', 'xn--bro-hoa.example'],
    ['office', 'office'],
    ['my_office.internal', 'my_office.internal'],
    ['192.168.0.7:80', '192.168.0.7'],
    ['[fd00::1]:8787', 'fd00::1'],
    ['fd00::1', 'fd00::1'],
  ])('%s names %s', (text, host) => {
    expect(hostNameIn(text)).toBe(host);
  });

  it.each([
    '',
    '*',
    '*.example.org',
    '.example.org',
    'a b',
    'me@example.org',
    'https://',
    'office:x',
  ])('%j names none', (text) => {
    expect(hostNameIn(text)).toBeNull();
  });
});
