import { join } from 'node:path';
import { type StartedProgram, startedPrograms } from './started-programs.js';

/** The scripts of a package that a command runs. */
interface NamedScripts {
  /** Folder of its `package.json`, relative to the line's. */
  readonly folder: string;
  readonly scripts: readonly string[];
}

/** The files, besides the line itself, that determine what a command does. */
interface NamedFiles {
  /** Relative to the line's folder, or absolute; they need not exist. */
  readonly files: readonly string[];
  readonly scripts: readonly NamedScripts[];
}

/** How a program is told what to run. */
interface Interpreter {
  readonly name: RegExp;
  /** Options whose value is code, so that no script follows. */
  readonly code?: RegExp;
  /** The code is a command line. */
  readonly isShell?: boolean;
  /** Options whose value is a file that is run as well. */
  readonly loads?: RegExp;
  /** Options with another value. */
  readonly valued?: RegExp;
  /** Subcommands before the script. */
  readonly verbs?: RegExp;
  /** Options with which every word is a script. */
  readonly all?: RegExp;
  /** Suffixes of the file that a script named without one may mean. */
  readonly ends?: readonly string[];
}

const interpreters: readonly Interpreter[] = [
  {
    name: /^(?:(?:ba|da|z|k|mk|a)?sh|fish)$/,
    code: /^-[a-z]*c$/,
    isShell: true,
    loads: /^--(?:rcfile|init-file)$/,
    valued: /^[-+][oO]$/,
  },
  {
    name: /^(?:node(?:js)?|tsx|ts-node|bun)$/,
    code: /^(?:-[ep]{1,2}|--eval|--print)$/,
    loads: /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file|--preload)$/,
    valued: /^(?:-C|--conditions|--title|--test-name-pattern|--test-reporter(?:-destination)?)$/,
    verbs: /^(?:run|watch|test)$/,
    all: /^--test$/,
    ends: ['.js', '.ts', '/index.js', '/index.ts', '/package.json'],
  },
  { name: /^deno$/, verbs: /^(?:run|test|bench|task)$/, loads: /^(?:-c|--config|--preload)$/ },
  {
    name: /^python[\d.]*$/,
    code: /^-[a-zA-Z]*c$/,
    valued: /^-[WXQ]$/,
    ends: ['/__main__.py'],
  },
  { name: /^(?:ruby|perl)[\d.]*$/, code: /^-[a-z]*[eE]$/, loads: /^-r$/, valued: /^-I$/ },
  { name: /^php[\d.]*$/, code: /^-[rBRE]$/, loads: /^-[cf]$/, valued: /^-d$/ },
  { name: /^(?:lua[\d.]*|Rscript|pwsh|osascript|tclsh|groovy)$/, code: /^-(?:e|Command)$/ },
  { name: /^java$/, loads: /^-jar$/, valued: /^(?:-cp|-classpath|--class-path|-p)$/ },
  { name: /^(?:g|m|n)?awk$/, loads: /^-f$/, valued: /^-[vF]$/ },
  { name: /^go$/, verbs: /^run$/ },
  { name: /^(?:source|\.)$/ },
];

/** Definition files that programs read in the folder where they are started. */
const definitions: readonly (readonly [name: RegExp, files: readonly string[]])[] = [
  [/^g?make$/, ['GNUmakefile', 'makefile', 'Makefile']],
  [/^just$/, ['justfile', 'Justfile', '.justfile']],
  [/^task$/, ['Taskfile.yml', 'Taskfile.yaml']],
  [/^(?:rake|bundle)$/, ['Rakefile', 'Gemfile']],
  [/^cargo$/, ['Cargo.toml', 'build.rs', '.cargo/config.toml']],
  [/^mvnw?$/, ['pom.xml', '.mvn/extensions.xml', '.mvn/jvm.config']],
  [/^gradlew?$/, ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']],
  [/^ant$/, ['build.xml']],
  [
    /^(?:pytest|tox|nox)$/,
    ['conftest.py', 'pytest.ini', 'tox.ini', 'pyproject.toml', 'noxfile.py'],
  ],
  [/^deno$/, ['deno.json', 'deno.jsonc']],
  [/^cmake$/, ['CMakeLists.txt']],
  [/^(?:docker|podman)$/, ['Dockerfile', 'compose.yaml', 'docker-compose.yml']],
];

/** Programs whose arguments name another program. */
const carriers =
  /^(?:env|su|sudo|doas|time|nohup|nice|ionice|timeout|setsid|stdbuf|command|exec|builtin|xargs|find|parallel|flock|watch|unbuffer|script|strace|ltrace|chroot|unshare|bwrap|entr)$/;

const managers = /^(?:npm|pnpm|yarn|bun)$/;
const runners = /^(?:npx|pnpx|bunx)$/;
const runVerbs = /^(?:run|run-script|rum|urn)$/;
const execVerbs = /^(?:exec|x|dlx)$/;
const ownScripts = /^(?:test|tst|t|start|stop|restart)$/;
const installs = /^(?:i|in|ins|install|ci|clean-install|add|rebuild|pack|publish|link)$/;
/** Scripts that an installation runs. */
const lifeCycle = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare', 'prepack'];
/** Options of package managers with a value that names no script. */
const managerValued = /^(?:-w|--workspace|--filter|-F|--loglevel|-p|--package|-c|--call)$/;
const managerFolder = /^(?:-C|--prefix|--cwd|--dir)$/;

/** Folders of the operating system, whose files are left out. */
const system = /^\/(?:usr|bin|sbin|lib\w*|opt|proc|dev|sys|nix)(?:\/|$)/;
const assignment = /^[A-Za-z_]\w*\+?=/;
const deepest = 5;
const mostCarried = 100;

/**
 * The files that a command line runs: scripts, files that they load, and the definitions from which
 * build tools and package managers take commands.
 * @param folder where the line runs, relative to the base of all names
 * @param ofPackage the line is a script of a package, whose own programs come first
 */
export function namedFiles(line: string, folder = '', ofPackage = false): NamedFiles {
  const found = new NamesReader(ofPackage);
  found.readLine(line, folder);
  return { files: [...found.files], scripts: found.scripts };
}

class NamesReader {
  readonly files = new Set<string>();
  readonly scripts: NamedScripts[] = [];

  constructor(private readonly ofPackage: boolean) {}

  readLine(line: string, folder: string, depth = 0): void {
    if (depth > deepest) return;
    for (const program of startedPrograms(line, folder)) this.readProgram(program, depth);
  }

  private readProgram(program: StartedProgram, depth: number, isCarried = false): void {
    const { words, inputs, folder } = program;
    const [first, ...args] = words;
    if (first === undefined || first === null) return;
    const name = first.split('/').at(-1) ?? '';
    if (first.includes('/')) this.add(folder, first);
    else if (this.ofPackage) this.add(folder, `node_modules/.bin/${first}`);
    if (carriers.test(name) && !isCarried) this.readCarried(program, depth);
    if (name === 'eval' || name === 'trap')
      this.readLine(args.filter((arg) => arg !== null).join(' '), folder, depth + 1);
    if (managers.test(name)) this.readManager(args, folder, name);
    if (runners.test(name)) this.readBinary(args, folder);
    for (const [tool, files] of definitions) {
      if (tool.test(name)) this.readDefinitions(args, folder, files);
    }
    for (const interpreter of interpreters) {
      if (!interpreter.name.test(name)) continue;
      this.readInterpreter(interpreter, args, { inputs, folder }, depth);
    }
  }

  /** Tries every later word as the program, because the options are not known. */
  private readCarried({ words, ...place }: StartedProgram, depth: number): void {
    words.slice(0, mostCarried).forEach((word, at) => {
      const mayStart =
        at > 0 && word !== null && !/^(?:-|\.$)/.test(word) && !assignment.test(word);
      if (mayStart) this.readProgram({ ...place, words: words.slice(at) }, depth, true);
      if (word !== null && /\s/.test(word)) this.readLine(word, place.folder, depth + 1);
    });
  }

  private readInterpreter(
    { code, isShell = false, loads, valued, verbs, all, ends = [] }: Interpreter,
    args: StartedProgram['words'],
    { inputs, folder }: Omit<StartedProgram, 'words'>,
    depth: number,
  ): void {
    const takesAll = args.some((arg) => arg !== null && all?.test(arg) === true);
    let awaitsVerb = verbs !== undefined;
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? null;
      const value = args[at + 1] ?? '';
      if (arg === null) {
        if (!takesAll) return;
      } else if (code?.test(arg) === true) {
        if (isShell) this.readLine(value, folder, depth + 1);
        return;
      } else if (arg === '-m') {
        const module = value.replaceAll('.', '/');
        for (const file of [`${module}.py`, `${module}/__main__.py`]) this.add(folder, file);
        return;
      } else if (loads?.test(arg) === true) {
        this.add(folder, value);
        at++;
      } else if (valued?.test(arg) === true) at++;
      else if (arg.startsWith('-') && arg !== '-') this.addValue(folder, arg);
      else if (awaitsVerb && verbs?.test(arg) === true) awaitsVerb = false;
      else if (arg !== '-') {
        this.add(folder, arg);
        if (!/[^./]\.\w+$/.test(arg)) for (const end of ends) this.add(folder, arg + end);
        if (!takesAll) return;
      }
    }
    for (const input of inputs) {
      if (isShell) this.readLine(input, folder, depth + 1);
      if (!input.includes('\n')) this.add(folder, input);
    }
  }

  private readDefinitions(
    args: StartedProgram['words'],
    folder: string,
    names: readonly string[],
  ): void {
    const valueOf = (option: RegExp): string | undefined => {
      const at = args.findIndex((arg) => arg !== null && option.test(arg));
      const [, joined] = /^(?:-[fC]|--[a-z-]+=)(.+)$/.exec(args[at] ?? '') ?? [];
      return at < 0 ? undefined : (joined ?? args[at + 1] ?? undefined);
    };
    const place = join(folder, valueOf(/^(?:-C|--directory|--manifest-path)/) ?? '');
    const own = valueOf(/^(?:-f|--file|--makefile)/);
    if (own !== undefined) this.add(place, own);
    else for (const name of names) this.add(place, name);
  }

  private readManager(args: StartedProgram['words'], folder: string, manager: string): void {
    const words: string[] = [];
    let place = folder;
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? '';
      if (arg === '--') {
        if (!execVerbs.test(words[0] ?? '')) break;
      } else if (managerFolder.test(arg)) place = join(folder, args[++at] ?? '');
      else if (/^--(?:prefix|cwd|dir)=/.test(arg)) place = join(folder, arg.replace(/^[^=]*=/, ''));
      else if (managerValued.test(arg)) at++;
      else if (!arg.startsWith('-')) words.push(arg);
    }
    const [verb = 'install', script] = words;
    if (runVerbs.test(verb)) this.addScripts(place, script === undefined ? [] : [script]);
    else if (execVerbs.test(verb)) this.readBinary(words.slice(1), place);
    else if (ownScripts.test(verb))
      this.addScripts(place, [/^t(?:st)?$/.test(verb) ? 'test' : verb]);
    else if (installs.test(verb)) this.addScripts(place, lifeCycle);
    else if (manager !== 'npm') {
      this.addScripts(place, [verb]);
      this.readBinary([verb], place);
    }
  }

  private readBinary(args: StartedProgram['words'], folder: string): void {
    const name = args.find((arg) => arg !== null && !arg.startsWith('-') && arg !== '');
    if (typeof name === 'string')
      this.add(folder, `node_modules/.bin/${name.replace(/(?<=.)@.*/, '')}`);
  }

  private addScripts(folder: string, names: readonly string[]): void {
    this.add(folder, 'package.json');
    const scripts = names.flatMap((name) => [`pre${name}`, name, `post${name}`]);
    this.scripts.push({ folder, scripts });
  }

  /** `--require=./x.js` */
  private addValue(folder: string, option: string): void {
    const [, value = ''] = /^--?[\w-]+=(.*)$/.exec(option) ?? [];
    if (/[./]/.test(value)) this.add(folder, value);
  }

  private add(folder: string, path: string): void {
    if (path === '' || path.includes('\0') || /^[a-z]+:\/\//i.test(path)) return;
    const whole = path.startsWith('/') ? join(path) : join(folder, path);
    if (!system.test(whole)) this.files.add(whole);
  }
}
