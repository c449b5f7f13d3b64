import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deliveryId, isSigned, isStandardSecret, signedHeaders } from './signatures.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = Buffer.from('{"a":"é"}');
const minuteMs = 60_000;
const sent = (at = new Date(), id = 'msg_1', key = secret) =>
  signedHeaders(key, id, at, body.toString());

describe('a body that is signed as of Standard Webhooks', () => {
  it('is known by its secret, its id, its time and every byte', () => {
    const headers = sent();
    expect(isSigned('standard', secret, headers, body)).toBe(true);
    expect(isSigned('standard', secret, headers, Buffer.from('{"a":"e"}'))).toBe(false);
    expect(isSigned('standard', secret, headers, Buffer.from('{"a": "é"}'))).toBe(false);
    expect(isSigned('standard', secret, { ...headers, 'webhook-id': 'msg_2' }, body)).toBe(false);
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect(isSigned('standard', other, headers, body)).toBe(false);
    expect(isSigned('standard', secret, {}, body)).toBe(false);
  });

  it('counts five minutes before and after its time', () => {
    const now = Date.now();
    const ago = (ms: number) => sent(new Date(now - ms));
    expect(isSigned('standard', secret, ago(4 * minuteMs), body)).toBe(true);
    expect(isSigned('standard', secret, ago(6 * minuteMs), body)).toBe(false);
    expect(isSigned('standard', secret, ago(-6 * minuteMs), body)).toBe(false);
  });

  it('may have several signatures, of which one is enough', () => {
    const headers = sent();
    const both = {
      ...headers,
      'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}`,
    };
    expect(isSigned('standard', secret, both, body)).toBe(true);
    expect(isSigned('standard', secret, { ...headers, 'webhook-signature': 'v1,' }, body)).toBe(
      false,
    );
  });

  it('has a secret of that form', () => {
    expect(isStandardSecret(secret)).toBe(true);
    expect(isStandardSecret('whsec_short')).toBe(false);
    expect(isStandardSecret(Buffer.alloc(32).toString('base64'))).toBe(false);
  });
});

describe('a body that is signed as GitHub does', () => {
  const signature = (key: string, bytes = body) =>
    `sha256=${createHmac('sha256', key).update(bytes).digest('hex')}`;
  const headers = { 'x-hub-signature-256': signature('s3cret') };

  it('is known by its secret and every byte', () => {
    expect(isSigned('github', 's3cret', headers, body)).toBe(true);
    expect(isSigned('github', 'other', headers, body)).toBe(false);
    expect(isSigned('github', 's3cret', headers, Buffer.from('{}'))).toBe(false);
    expect(isSigned('github', 's3cret', {}, body)).toBe(false);
    const short = { 'x-hub-signature-256': signature('s3cret').slice(0, -2) };
    expect(isSigned('github', 's3cret', short, body)).toBe(false);
  });

  it('follows the example of the documentation of GitHub', () => {
    const told = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const given = { 'x-hub-signature-256': told };
    const text = Buffer.from('Hello, World!');
    expect(isSigned('github', "It's a Secret to Everybody", given, text)).toBe(true);
  });
});

describe('the name of a delivery', () => {
  it('is that of the form, and not too long', () => {
    expect(deliveryId('standard', { 'webhook-id': 'a' })).toBe('a');
    expect(deliveryId('github', { 'x-github-delivery': 'b', 'webhook-id': 'a' })).toBe('b');
    expect(deliveryId('github', { 'webhook-id': 'a' })).toBeNull();
    expect(deliveryId('standard', { 'webhook-id': 'x'.repeat(201) })).toBeNull();
  });
});
