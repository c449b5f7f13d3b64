import { parseForeignJson } from '../platform/text/foreign-json.js';

/** The JSON that another server sent, or undefined when it is none, or too much to be parsed. */
export function jsonOf(body: Buffer): unknown {
  try {
    return parseForeignJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
