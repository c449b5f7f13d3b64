import { isSignedPath } from './raw-body.js';

/** Pages without data of this office, for which a browser cannot send a token. */
const pathsWithoutToken = [
  '/',
  '/service-worker.js',
  '/livez',
  '/readyz',
  '/openapi.json',
  '/asyncapi.json',
  '/docs',
  // Protected by a state that only the person who began the sign-in knows.
  '/mcp/callback',
  // Tells the caller only its own identity.
  '/access',
  // Where people sign in, and end a session that may have ended before.
  '/sign-in',
  '/sign-in/callback',
  '/sign-out',
];
// Links to questions cannot be guessed.
const foldersWithoutToken = ['/docs/', '/assets/', '/answers/'];

/** False: the path needs no token, even if tokens are required. */
export function needsToken(path: string): boolean {
  return (
    !pathsWithoutToken.includes(path) &&
    !isSignedPath(path) &&
    !foldersWithoutToken.some((folder) => path.startsWith(folder))
  );
}
