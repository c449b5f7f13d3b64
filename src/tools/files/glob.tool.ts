import { shownName } from '../../platform/paths/shown-name.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { builtInTool } from '../built-in-tool.js';
import { fittingLines } from '../results/result-pages.js';
import { exclusion, globMatcher, globRemarks } from './glob.js';
import type { PathTest } from './glob.js';
import { LeftOut } from './left-out.js';
import { inWorkspace, walk, workspaceRoots } from './walk.js';
import type { WalkOptions } from './walk.js';

const maxPaths = 300;

interface GlobArguments {
  readonly pattern: string;
  readonly path: string;
  readonly exclude: string;
  readonly limit: number;
  readonly offset: number;
}

interface DatedPath {
  readonly path: string;
  readonly modifiedAt: number;
}

export const globTool = builtInTool<GlobArguments>({
  name: 'glob',
  description: 'Find files by a glob pattern of their path, newest first.',
  required: ['pattern'],
  properties: {
    pattern: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
    },
    path: { type: 'string', minLength: 1, default: '.' },
    exclude: {
      type: 'string',
      maxLength: 500,
      default: '',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: maxPaths,
      default: maxPaths,
    },
    offset: { type: 'integer', minimum: 0, default: 0 },
  },
  // It only shortens a result that is paged anyway.
  unshown: ['limit'],
  readOnly: true,
  run: async ({ pattern, path, exclude, limit, offset }, { workspaceRoot, signal }) => {
    const roots = await workspaceRoots(workspaceRoot);
    const matches = globMatcher(pattern, roots);
    const excluded = exclusion(exclude, roots);
    const leftOut = new LeftOut();
    const options = { workspaceRoot, path, signal, excluded, leftOut };
    const found = await datedPaths(options, matches);
    if (found.length === 0) {
      const nothing = [toolTexts.noFilesMatch(pattern), ...globRemarks(pattern, roots)].join(' ');
      return { ok: true, content: [nothing, ...leftOut.ofWalk()].join('\n') };
    }
    const paths = found.sort(newestFirst).map((dated) => shownName(dated.path));
    const asked = paths.slice(offset, offset + limit);
    if (asked.length === 0) return { ok: true, content: resultTexts.nothingFrom(offset) };
    const shown = asked.slice(0, Math.max(1, fittingLines(asked)));
    const next = offset + shown.length;
    const left = paths.length - next;
    const note = left > 0 ? [toolTexts.morePaths(left), resultTexts.continueAt(next)] : [];
    return {
      ok: true,
      content: [...shown, ...note].join('\n'),
      preview: `${paths.length} file(s)`,
    };
  },
});

async function datedPaths(options: WalkOptions, matches: PathTest): Promise<DatedPath[]> {
  const { start, files } = await walk(options);
  const found: DatedPath[] = [];
  for await (const { path, name, directory } of files) {
    const whole = inWorkspace(start, path);
    if (!matches(path, whole)) continue;
    const stats = await directory.look(name).catch(() => undefined);
    if (stats) found.push({ path: whole, modifiedAt: stats.mtimeMs });
  }
  return found;
}

function newestFirst(a: DatedPath, b: DatedPath): number {
  return b.modifiedAt - a.modifiedAt || (a.path < b.path ? -1 : 1);
}
