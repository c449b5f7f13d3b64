import { networkInterfaces, userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import { runChild } from '#platform/process/run-child.js';
import { findShell } from '#tools/shell/shell.js';

/** A program that commands can start. */
export interface Program {
  readonly name: string;
  readonly version: string;
}

/** Facts about this machine for employees' commands. */
interface MachineFacts {
  readonly shell: string;
  /** The programs that were found. */
  readonly programs: readonly Program[];
  /** Null: the account has no name. */
  readonly account: string | null;
  readonly network: boolean;
  /** Tools that read the web can work: there is a network, and the operator allows them. */
  readonly web: boolean;
}

/**
 * Programs whose versions are looked up, each by its possible names; the first name that answers
 * counts.
 */
const asked = [
  ['Node', ['node']],
  ['Python', ['python3', 'python']],
  ['git', ['git']],
] as const;

const versionMs = 5000;
const outputLimits = { head: 500, tail: 0, gap: () => '' };

/** The machine of this process; facts that do not change are looked up once. */
@Injectable()
export class Machine {
  private fixed: Promise<Pick<MachineFacts, 'shell' | 'programs'>> | null = null;

  constructor(
    private readonly config: OfficeConfig,
    private readonly environments: ChildEnvironments,
  ) {}

  async facts(): Promise<MachineFacts> {
    const { proxies, webTools } = this.config;
    this.fixed ??= lookUp(this.environments.inherited());
    const network = hasNetwork(
      networkInterfaces(),
      proxies.http !== null || proxies.https !== null,
    );
    return { ...(await this.fixed), account: accountName(), network, web: network && webTools };
  }
}

async function lookUp(
  environment: Readonly<Record<string, string>>,
): Promise<Pick<MachineFacts, 'shell' | 'programs'>> {
  return { shell: findShell(environment).name, programs: await versionsOf(environment) };
}

/** True if the machine can reach others: it has a non-internal address or a proxy. */
export function hasNetwork(
  interfaces: Readonly<Record<string, readonly { readonly internal: boolean }[] | undefined>>,
  hasProxy: boolean,
): boolean {
  const addresses = Object.values(interfaces).flatMap((all = []) => all);
  return hasProxy || addresses.some(({ internal }) => !internal);
}

/** Programs that are missing, silent or slow are left out. */
export async function versionsOf(
  environment: Readonly<Record<string, string>>,
): Promise<readonly Program[]> {
  const found = await Promise.all(
    asked.map(async ([name, files]): Promise<readonly Program[]> => {
      for (const file of files) {
        const version = await versionOf(file, environment);
        if (version !== null) return [{ name, version }];
      }
      return [];
    }),
  );
  return found.flat();
}

async function versionOf(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    const { end, code, stdout, stderr } = await runChild({
      file,
      args: ['--version'],
      shell: false,
      cwd: process.cwd(),
      environment,
      timeoutMs: versionMs,
      output: outputLimits,
      signal: new AbortController().signal,
    });
    return end === 'exited' && code === 0 ? versionIn(`${stdout}\n${stderr}`) : null;
  } catch {
    return null;
  }
}

/** The first number with a dot, as in `v24.1.0`, `Python 3.12.3` and `git version 2.39.5`. */
export function versionIn(output: string): string | null {
  return /\d{1,6}(?:\.\d{1,6}){1,3}/.exec(output)?.[0] ?? null;
}

function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
