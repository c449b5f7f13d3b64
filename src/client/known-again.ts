import { limits } from '../protocol/limits.js';

/**
 * The service recognises a repeated command for a day, by its own clock; after half of it, ms, a
 * retry might be carried out twice.
 */
export const knownAgainMs = limits.answersKeptMs / 2;
