import { clip } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import type { FileDiff, TurnDiff } from '../../protocol/records/work.js';

/**
 * Git's counts (`--numstat -z`) and patches (`-p`) of the same files as records. The texts of the
 * patches have 20,000 characters together at most; what has no more room is cut.
 *
 * @param more files were left out already
 */
export function readDiff(
  counts: string,
  patches: string,
  more: boolean,
): Pick<TurnDiff, 'files' | 'truncated'> {
  const texts = patches.split(/^(?=diff --git )/m).filter((text) => text !== '');
  let room: number = limits.diffCharacters;
  let truncated = more;
  const files: FileDiff[] = [];
  for (const line of counts.split('\0')) {
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t([^]+)$/.exec(line) ?? [];
    if (path === '') continue;
    const whole = texts[files.length] ?? '';
    const patch = clip(whole, room);
    room -= patch.length;
    truncated ||= patch.length < whole.length;
    files.push({ path, added: Number(added) || 0, removed: Number(removed) || 0, patch });
  }
  return { files, truncated };
}
