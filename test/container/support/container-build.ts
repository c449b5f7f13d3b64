import dockerignore from '@balena/dockerignore';
import { DockerfileParser, type Copy, type From, type Instruction } from 'dockerfile-ast';
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, posix, relative } from 'node:path';
import { runProgram } from '../../support/run-program.js';

/** A RUN of the Dockerfile that was carried out. */
export interface BuildStep {
  readonly command: string;
  /** Files of the context whose change makes an engine carry it out again. */
  readonly inputs: ReadonlySet<string>;
}

export interface BuiltImage {
  /** The folder that stands for the root of the last stage. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string | null;
  readonly steps: readonly BuildStep[];
}

/** What is done in the place of a command, in the working directory of its stage. */
export type Substitutes = Readonly<Record<string, (workdir: string) => Promise<void>>>;

interface Stage {
  readonly root: string;
  workdir: string;
  env: Record<string, string>;
  user: string | null;
  inputs: ReadonlySet<string>;
}

/**
 * Carries out the Dockerfile of a context with folders in the place of images: FROM, WORKDIR, COPY,
 * RUN, ENV and USER do what they do for an engine, below those folders. A base that is no stage is
 * an empty folder; commands run on this machine.
 * @param context a folder with Dockerfile and .dockerignore
 * @param directory where the stages are made
 */
export async function buildImage(
  context: string,
  directory: string,
  substitutes: Substitutes = {},
): Promise<BuiltImage> {
  const dockerfile = DockerfileParser.parse(await readFile(join(context, 'Dockerfile'), 'utf8'));
  const build = new ContainerBuild(context, directory, await filesOf(context), substitutes);
  for (const instruction of dockerfile.getInstructions()) await build.carryOut(instruction);
  return build.finish();
}

/** The files that an engine would be sent, relative to the context. */
async function filesOf(context: string): Promise<readonly string[]> {
  const rules = await readFile(join(context, '.dockerignore'), 'utf8');
  const found = await readdir(context, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => !entry.isDirectory());
  const paths = files.map(({ parentPath, name }) => relative(context, join(parentPath, name)));
  return dockerignore.default().add(rules.split('\n')).filter(paths);
}

class ContainerBuild {
  private readonly stages: Stage[] = [];
  private readonly named = new Map<string, Stage>();
  private readonly steps: BuildStep[] = [];

  constructor(
    private readonly context: string,
    private readonly directory: string,
    private readonly files: readonly string[],
    private readonly substitutes: Substitutes,
  ) {}

  async carryOut(instruction: Instruction): Promise<void> {
    const words = instruction.getArguments().map(String);
    switch (instruction.getKeyword()) {
      case 'FROM':
        return this.begin(instruction as From);
      case 'WORKDIR':
        return this.enter(words[0] ?? '/');
      case 'COPY':
        return this.copy(instruction as Copy, words);
      case 'RUN':
        return this.run(words.join(' '));
      case 'ENV':
        return this.setEnvironment(words);
      case 'USER':
        this.stage.user = words[0] ?? null;
    }
  }

  finish(): BuiltImage {
    const { root, workdir, env, user } = this.stage;
    return { root, workdir: join(root, workdir), env, user, steps: this.steps };
  }

  private get stage(): Stage {
    const last = this.stages.at(-1);
    if (last === undefined) throw new Error('the Dockerfile does not begin with FROM');
    return last;
  }

  private async begin(from: From): Promise<void> {
    const root = join(this.directory, `stage-${this.stages.length}`);
    const base = this.named.get(from.getImage() ?? '');
    await mkdir(root);
    if (base !== undefined) await copyContents(base.root, root);
    const fresh = { workdir: '/', env: {}, user: null, inputs: new Set<string>() };
    const stage = { ...(base ?? fresh), root };
    this.stages.push(stage);
    const name = from.getBuildStage();
    if (name !== null) this.named.set(name, stage);
  }

  private async enter(path: string): Promise<void> {
    this.stage.workdir = posix.resolve(this.stage.workdir, path);
    await mkdir(this.inside('.'), { recursive: true });
  }

  private async copy(instruction: Copy, words: readonly string[]): Promise<void> {
    const sources = words.slice(0, -1);
    const target = words.at(-1) ?? '';
    const from = instruction.getFromFlag()?.getValue() ?? null;
    for (const source of sources) {
      if (from === null) await this.copyFromContext(source, target, sources.length > 1);
      else await this.copyFromStage(this.stageNamed(from), source, target);
    }
  }

  private async copyFromContext(source: string, target: string, several: boolean): Promise<void> {
    const prefix = posix.normalize(source);
    const below = (file: string): boolean => prefix === '.' || file.startsWith(`${prefix}/`);
    const isFile = this.files.includes(prefix);
    const taken = isFile ? [prefix] : this.files.filter(below);
    if (taken.length === 0) throw new Error(`COPY ${source}: the context has no such file`);
    const intoFolder = !isFile || several || target.endsWith('/');
    for (const file of taken) {
      const name = isFile ? basename(file) : relative(prefix, file);
      await cp(join(this.context, file), this.inside(intoFolder ? join(target, name) : target));
    }
    this.stage.inputs = new Set([...this.stage.inputs, ...taken]);
  }

  private async copyFromStage(stage: Stage, source: string, target: string): Promise<void> {
    const path = join(stage.root, posix.resolve(stage.workdir, source));
    await stat(path);
    await mkdir(this.inside(target), { recursive: true });
    await copyContents(path, this.inside(target));
    this.stage.inputs = new Set([...this.stage.inputs, ...stage.inputs]);
  }

  private stageNamed(name: string): Stage {
    const stage = this.named.get(name);
    if (stage === undefined) throw new Error(`COPY --from=${name}: there is no such stage`);
    return stage;
  }

  private async run(command: string): Promise<void> {
    const { inputs, env } = this.stage;
    this.steps.push({ command, inputs });
    const substitute = this.substitutes[command];
    if (substitute !== undefined) return substitute(this.inside('.'));
    const result = await runProgram('/bin/sh', ['-c', command], { cwd: this.inside('.'), env });
    if (result.code !== 0) throw new Error(`RUN ${command}: ${result.stdout}${result.stderr}`);
  }

  private setEnvironment(words: readonly string[]): void {
    const pairs = words.map((word) => word.split('=', 2) as [string, string]);
    this.stage.env = { ...this.stage.env, ...Object.fromEntries(pairs) };
  }

  /** Where a path of the stage lies on this machine. */
  private inside(path: string): string {
    return join(this.stage.root, posix.resolve(this.stage.workdir, path));
  }
}

/** With owners and modes, as an engine keeps them. Files are linked: no stage writes into one. */
async function copyContents(from: string, to: string): Promise<void> {
  const { code, stderr } = await runProgram('cp', ['-al', `${from}/.`, to]);
  if (code !== 0) throw new Error(stderr);
}
