import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/** What a browser keeps of its subscription. */
export interface BrowserKeys {
  /** Private number of P-256. */
  readonly privateKey: Buffer;
  readonly auth: Buffer;
}

const headerBytes = 21;
const tagBytes = 16;
const lastRecord = 2;

/** Decrypts a message of one record as browsers do (RFC 8188, RFC 8291). @throws if it is not for them */
export function decryptPush(body: Buffer, { privateKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const recordBytes = body.readUInt32BE(16);
  const keyEnd = headerBytes + body.readUInt8(20);
  const senderKey = body.subarray(headerBytes, keyEnd);
  const record = body.subarray(keyEnd);
  if (record.length > recordBytes) throw new Error('it has more than one record');
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const secret = own.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey]);
  const material = derived(secret, auth, info, 32);
  const key = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -tagBytes)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== lastRecord) throw new Error('it does not end as a last record');
  return padded.subarray(0, end).toString();
}

function derived(material: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', material, salt, info, bytes));
}
