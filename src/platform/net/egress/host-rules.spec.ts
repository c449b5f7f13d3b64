import { describe, expect, it } from '@jest/globals';
import { hostRule, isNamed, packageHosts } from './host-rules.js';

describe('rules of hosts', () => {
  it.each([
    ['example.org', 'example.org'],
    [' Example.ORG ', 'example.org'],
    ['*.example.org', '*.example.org'],
    ['example.org:8443', 'example.org:8443'],
    ['localhost', 'localhost'],
    ['10.0.0.7', '10.0.0.7'],
    ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
    ['2001:db8::1', null],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['*', null],
    ['', null],
    ['*.', null],
    ['*.*.org', null],
    ['ex*mple.org', null],
    ['example.org:0', null],
    ['example.org:65536', null],
    ['example.org:x', null],
    ['https://example.org', null],
    ['example.org/path', null],
    ['user@example.org', null],
    ['exa mple.org', null],
    ['example..org', null],
    ['-example.org', null],
    ['bücher.example', null],
    [`${'a'.repeat(64)}.org`, null],
  ])('reads %j as %j', (text, rule) => {
    expect(hostRule(text)).toBe(rule);
  });

  it.each([
    ['example.org', 'example.org', 443, true],
    ['example.org', 'example.org', 80, true],
    ['example.org', 'example.org', 22, false],
    ['example.org', 'api.example.org', 443, false],
    ['example.org', 'notexample.org', 443, false],
    ['example.org', 'example.org.evil.test', 443, false],
    ['*.example.org', 'api.example.org', 443, true],
    ['*.example.org', 'a.b.example.org', 443, true],
    ['*.example.org', 'example.org', 443, false],
    ['*.example.org', 'evilexample.org', 443, false],
    ['example.org:8443', 'example.org', 8443, true],
    ['example.org:8443', 'example.org', 443, false],
    ['[2001:db8::1]:8443', '2001:db8::1', 8443, true],
    ['10.0.0.7', '10.0.0.7', 443, true],
    ['10.0.0.7', '10.0.0.70', 443, false],
  ])('%s names %s:%i: %s', (rule, host, port, named) => {
    expect(isNamed({ host, port }, [rule])).toBe(named);
  });

  it('names every registry by a rule', () => {
    expect(packageHosts.map(hostRule)).toEqual(packageHosts);
  });
});
