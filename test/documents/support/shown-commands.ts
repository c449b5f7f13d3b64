import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command as Commander, Help } from 'commander';
import { usage as briefUsage } from '#cli/brief-arguments.js';
import { modelsUsage } from '#cli/models-arguments.js';
import { pluginUsage } from '#cli/plugin-arguments.js';
import { buildProgram } from '#cli/program.js';
import { routeUsage } from '#cli/route-arguments.js';
import { repositoryRoot } from '../../support/run-program.js';

/** Something that a reader is shown to type. */
export interface Shown {
  readonly where: string;
  readonly script: string;
  /** Named in a sentence: what the command must be given may be left out. */
  readonly isNamed: boolean;
}

export const documents: readonly string[] = [
  ...['README.md', 'CONTRIBUTING.md', '.github/SECURITY.md'],
  ...readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    // The texts of messages are looked at where they are written.
    .filter((name) => name.endsWith('.md') && name !== 'interface-tables.md')
    .map((name) => join('docs', name)),
];

const programs =
  'npm|npx|office|node|curl|docker|kubectl|git|python3|openssl|eval|tar|mkdir|sh|bash';
/** `bench -- load` is short for `npm run bench -- load` where the reader has just seen such a command. */
const shortForm = /^[a-z:]+ -- /;
const inline = new RegExp(String.raw`^(?:\w+=\S* )*(?:${programs}) `);

/** What the blocks for a shell and the names in code of a document show. */
export function shownInDocument(where: string, text: string): readonly Shown[] {
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```/gm)];
  const inBlocks = blocks.flatMap(([, language = '', block = '']) =>
    /^(?:sh|bash|shell|console)$/.test(language) || (language === '' && inline.test(block))
      ? [{ where, script: block, isNamed: false }]
      : [],
  );
  const spans = [...text.replace(/^```[^]*?^```/gm, '').matchAll(/(`+)(.+?)\1/g)];
  const inSentences = spans.flatMap(([, , span = '']) => {
    if (inline.test(span)) return [{ where, script: span, isNamed: true }];
    return shortForm.test(span) ? [{ where, script: `npm run ${span}`, isNamed: true }] : [];
  });
  return [...inBlocks, ...inSentences];
}

export function shownInDocuments(): readonly Shown[] {
  return documents.flatMap((name) =>
    shownInDocument(name, readFileSync(join(repositoryRoot, name), 'utf8')),
  );
}

/** Every command of `office`, the whole of it first. */
export function officeCommands(command: Commander = silentProgram()): readonly Commander[] {
  return [command, ...command.commands.flatMap((each) => officeCommands(each))];
}

/** What each command of `office` is called, `floors show` for example; hidden ones left out. */
export function officeCommandNames(): readonly string[] {
  const help = new Help();
  const namesBelow = (command: Commander, before: string): readonly string[] =>
    help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .flatMap((each) => [before + each.name(), ...namesBelow(each, `${before}${each.name()} `)]);
  return namesBelow(silentProgram(), '');
}

/** The command line without its work. */
export function silentProgram(): Commander {
  const program = buildProgram(() => () => Promise.resolve());
  for (const each of officeCommands(program)) {
    each.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
  }
  return program;
}

/** The examples that the helps of `office` print, and what the usage of its siblings shows. */
export function shownInHelps(): readonly Shown[] {
  const examples = officeCommands().flatMap((command) => {
    const where = `${command.name()} --help`;
    return [...helpOf(command).matchAll(/^ +\$ (.*?)(?: {3,}.*)?$/gm)].map(([, script = '']) => ({
      where,
      script,
      isNamed: false,
    }));
  });
  const usages = { briefUsage, modelsUsage, pluginUsage, routeUsage };
  const lines = Object.entries(usages).flatMap(([where, text]) =>
    [...text.matchAll(/np[mx] .*?(?=\.?$)/gm)].map(([script]) => ({
      where,
      script,
      isNamed: false,
    })),
  );
  return [...examples, ...lines];
}

function helpOf(command: Commander): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => void (text += part) });
  command.outputHelp();
  return text;
}

/** As messages begin a command of `office`, and as they begin others; a shell's own words are none. */
const inMessage =
  /(?:\$\{(?:office|commandName)\} (?!\$argv|"\$@")|typed\(`|\b(?=np[mx] (?:run|start|test|audit|office|tsc)\b))((?:\$\{[^}]*\}+|"<[^>]*>"|[^`"'\n\\<),;]|<\w+>)+)/g;

/** What the sources print or say: `${…}` stands for something that is known only then. */
export function shownInSources(): readonly Shown[] {
  const names = ['src', 'console/src'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.spec)\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  return names.flatMap((where) =>
    shownInSource(where, readFileSync(join(repositoryRoot, where), 'utf8')),
  );
}

export function shownInSource(where: string, source: string): readonly Shown[] {
  return [...source.matchAll(inMessage)].map(([whole, command = '']) => {
    const words = command.replace(/\$\{[^}]*\}+/g, 'something').split(/ {2,}| is | says /)[0] ?? '';
    const script = whole.startsWith('np') ? words : `npx office ${words}`;
    return { where, script: script.replace(/[.:\s]+$/, ''), isNamed: true };
  });
}
