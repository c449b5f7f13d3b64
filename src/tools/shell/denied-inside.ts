/** Messages of the system if a sandbox denies a file or a host, or a program exceeds its bounds. */
const signs: readonly RegExp[] = [
  /read-only file ?system|permission denied|operation not permitted|device or resource busy/i,
  /\b(?:EROFS|EACCES|EPERM|EBUSY|ENOSPC|ENOMEM|EAGAIN)\b/,
  /no space left|cannot allocate memory|resource temporarily unavailable/i,
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED)\b/,
  /could ?n[o']t (?:resolve|connect)|failed to (?:resolve|connect)|unable to (?:resolve|connect)/i,
  /(?:network|host|server) is unreachable|connection refused|offline|proxy/i,
  /name resolution|name or service not known|no address associated/i,
];

/**
 * True if the output of a command that failed in a sandbox suggests that the sandbox is the cause.
 */
export function deniedInside(output: string): boolean {
  return signs.some((sign) => sign.test(output));
}
