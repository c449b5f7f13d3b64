import type { ModelImage } from '../../models/gateway/model-call.js';

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The image in base64 text; null if it is of no accepted type. The type is read from its first
 * bytes, because providers refuse a whole request with a wrong one.
 */
export function readImage(data: string): ModelImage | null {
  if (data.length % 4 !== 0 || !base64.test(data)) return null;
  const mediaType = mediaTypeOf(Buffer.from(data.slice(0, 16), 'base64'));
  return mediaType && { mediaType, data };
}

function mediaTypeOf(head: Buffer): ModelImage['mediaType'] | null {
  const hex = head.toString('hex');
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png';
  if (hex.startsWith('ffd8ff')) return 'image/jpeg';
  const letters = head.toString('latin1');
  if (letters.startsWith('GIF8')) return 'image/gif';
  return letters.startsWith('RIFF') && letters.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}
