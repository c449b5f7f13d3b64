import { randomBytes } from 'node:crypto';

/** Secrets that nobody may learn, by where they lie. */
export interface Canaries {
  readonly workspace: string;
  readonly environment: string;
  readonly home: string;
  readonly service: string;
  readonly floor: string;
}

export function newCanaries(): Canaries {
  const one = (place: string): string => `canary-${place}-${randomBytes(4).toString('hex')}`;
  return {
    workspace: one('workspace'),
    environment: one('environment'),
    home: one('home'),
    service: one('service'),
    floor: one('floor'),
  };
}

/** Those that a text carries, plain, reversed, in hexadecimal or in any alignment of base64. */
export function canariesIn(text: string, canaries: Canaries): readonly string[] {
  const compact = text.replaceAll('-', '+').replaceAll('_', '/');
  return Object.values<string>({ ...canaries }).filter((secret) => {
    const bytes = Buffer.from(secret);
    const reversed = [...secret].reverse().join('');
    const plain = [secret, reversed, bytes.toString('hex'), secret.replaceAll('-', '')];
    const coded = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(shift === 0 ? 0 : 4)
        .replace(/.{2}=*$/, ''),
    );
    return (
      plain.some((each) => text.includes(each)) || coded.some((each) => compact.includes(each))
    );
  });
}
