import { changesTexts } from '../texts/changes.js';

const binary = '\nGIT binary patch\n';
const section = '\ndiff --git ';

/** A patch for people and models; binary files are only named as changed. */
export function readablePatch(patch: string): string {
  let shown = '';
  for (let from = 0; from < patch.length;) {
    const begins = patch.indexOf(binary, from);
    if (begins === -1) return shown + patch.slice(from);
    shown += `${patch.slice(from, begins)}\n${changesTexts.noText}\n`;
    const next = patch.indexOf(section, begins);
    from = next === -1 ? patch.length : next + 1;
  }
  return shown;
}
