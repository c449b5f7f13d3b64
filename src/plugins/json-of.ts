import { parseForeignJson } from '../platform/text/foreign-json.js';

/** JSON of another server; undefined if it is invalid or exceeds the limits. */
export function jsonOf(body: Buffer): unknown {
  try {
    return parseForeignJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
