import type { GuardedFetch } from '../platform/net/guarded-fetch.js';
import type { ChildEnvironments } from '../platform/process/child-environments.js';
import { applyPatchTool } from './files/apply-patch.tool.js';
import { editFileTool } from './files/edit-file.tool.js';
import { globTool } from './files/glob.tool.js';
import { grepTool } from './files/grep.tool.js';
import { listDirTool } from './files/list-dir.tool.js';
import { readFileTool } from './files/read-file.tool.js';
import { searchFilesTool } from './files/search-files.tool.js';
import { writeFileTool } from './files/write-file.tool.js';
import { gitTool } from './git/git.tool.js';
import { recallTool } from './notes/memory.tools.js';
import { thinkTool, todoWriteTool } from './notes/notes.tools.js';
import type { BackgroundCommands } from './shell/background-commands.js';
import { shellOutputTool, shellStopTool } from './shell/background.tools.js';
import { runShellTool } from './shell/run-shell.tool.js';
import type { Tool } from './tool.js';
import { webFetchTool } from './web/web-fetch.tool.js';
import { webSearchTool } from './web/web-search.tool.js';

/** The tools of every installation, in the order shown to clients. */
export function builtInTools(
  environments: Pick<ChildEnvironments, 'inherited'>,
  fetcher: Pick<GuardedFetch, 'get'>,
  background: BackgroundCommands,
): readonly Tool[] {
  return [
    listDirTool,
    readFileTool,
    searchFilesTool,
    writeFileTool,
    editFileTool,
    globTool,
    grepTool,
    applyPatchTool,
    runShellTool(environments, background),
    webFetchTool(fetcher),
    webSearchTool(fetcher),
    gitTool(environments),
    todoWriteTool,
    recallTool,
    thinkTool,
    shellOutputTool(background),
    shellStopTool(background),
  ];
}
