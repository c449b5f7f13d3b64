import { Command } from 'commander';
import type { Act } from './around.js';
import { addAccess } from './commands/access.js';
import { addAcp } from './commands/acp.js';
import { addApprovals } from './commands/approvals.js';
import { addCompletion } from './commands/completion.js';
import { addConversation } from './commands/conversation.js';
import { addDoctor } from './commands/doctor.js';
import { addFloors } from './commands/floors.js';
import { addForges } from './commands/forges.js';
import { addMcp } from './commands/mcp.js';
import { addMemory } from './commands/memory.js';
import { addModels } from './commands/models.js';
import { addPlugins } from './commands/plugins.js';
import { addRuns } from './commands/runs.js';
import { addStart } from './commands/start.js';
import { addSubmit } from './commands/submit.js';
import { addTriggers } from './commands/triggers.js';
import { office } from './command-name.js';

const examples = `
Examples:
  $ ${office} start                                 the service, in this terminal
  $ ${office} submit "Build a todo list" --follow   a brief, and what becomes of it
  $ ${office} runs                                  what is at work and what is done
  $ ${office} approve                               what waits for a person
  $ ${office} doctor                                whether all is well

Programs read one JSON record a line with --json. Exit codes: 0 done, 1 refused or failed,
2 usage, 3 no office answers, 130 interrupted. "${office} <command> --help" has more examples.`;

/** The whole command line; `act` runs a handler and stores its exit code. */
export function buildProgram(act: Act): Command {
  const program = new Command('office')
    .description('Runs an office of model-backed employees, and talks to one that is running.')
    .option(
      '--url <address>',
      'the office, e.g. http://127.0.0.1:8787; without it the one that the environment or .env describes',
    )
    .option('--json', 'one JSON record a line instead of text for people')
    .addHelpText('after', examples)
    .showSuggestionAfterError()
    .exitOverride();
  addStart(program, act);
  addSubmit(program, act);
  addRuns(program, act);
  addApprovals(program, act);
  addConversation(program, act);
  addFloors(program, act);
  addMemory(program, act);
  addPlugins(program, act);
  addModels(program, act);
  addForges(program, act);
  addTriggers(program, act);
  addAccess(program, act);
  addDoctor(program, act);
  addMcp(program, act);
  addAcp(program, act);
  addCompletion(program, act);
  return program;
}
