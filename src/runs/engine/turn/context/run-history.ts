import type { RunInstruction } from '../../../../protocol/records/work.js';
import { clipMiddle } from '../../../../platform/text/clip.js';
import { sanitizeOutput } from '../../../../platform/text/sanitize-output.js';
import { promptTexts } from '../../../../protocol/texts/prompts.js';
import { fenceUntrusted } from '../../../../tools/fence-untrusted.js';
import type { EarlierRun } from '../../../domain/earlier-run.js';

const briefCharacters = 4000;
const reportCharacters = 6000;
const patchCharacters = 8000;
const files = 100;
const points = 30;

/** What a turn is shown of the run that this one continues; empty without one. */
export function earlierRunSection(earlier: EarlierRun | null): string {
  if (earlier === null) return '';
  const { id, brief, status, report, filesWritten, patches, openPoints } = earlier;
  return [
    `# The earlier run\n\nThis run continues ${id}, which ended ${status}. Build on its work; do not begin anew.`,
    `## Its brief\n\n${clipMiddle(brief, briefCharacters, promptTexts.leftOut)}`,
    report === null
      ? ''
      : `## Its report\n\n${clipMiddle(report, reportCharacters, promptTexts.leftOut)}`,
    listed('## Files it wrote', filesWritten, files),
    changes(patches),
    listed('## What it left open', openPoints, points),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The beginning and the end of the patches; their content is that of files. */
function changes(patches: readonly string[]): string {
  const patch = patches.filter((text) => text !== '').join('\n');
  if (patch === '') return '';
  const shown = clipMiddle(sanitizeOutput(patch), patchCharacters, promptTexts.leftOut);
  return `## What it changed, first to last\n\n${fenceUntrusted('earlier-run', shown)}`;
}

/** What people have added since the run began; empty without any. */
export function instructionsSection(instructions: readonly RunInstruction[]): string {
  if (instructions.length === 0) return '';
  const texts = instructions.map(({ text }) => `- ${text}`);
  return [
    '# Instructions added while the work goes on',
    'They come from the person who commissioned it. Where they differ from the brief or the plan, they hold; a later one before an earlier one.',
    texts.join('\n'),
  ].join('\n\n');
}

function listed(heading: string, items: readonly string[], most: number): string {
  if (items.length === 0) return '';
  const more = items.length > most ? [`- and ${items.length - most} more`] : [];
  return [`${heading}\n`, ...items.slice(0, most).map((item) => `- ${item}`), ...more].join('\n');
}
