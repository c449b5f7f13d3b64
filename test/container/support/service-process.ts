import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Run } from '#protocol/records/work.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { compileCache } from '../../support/compile-cache.js';
import { OfficeClient } from '../../support/office-client.js';

export interface ServiceOptions {
  /** The folder that holds `dist/`; it is the working directory, too. */
  readonly app: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The account to run as; only root may choose one. */
  readonly uid?: number;
}

/** The built service as a process of its own, listening on the loopback. */
export interface ServiceProcess {
  readonly client: OfficeClient;
  readonly pid: number;
  readonly port: number;
  /** Lines of warnings and errors so far. */
  warnings(): readonly string[];
  /** Sends SIGTERM and waits for the end; answers the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the service and waits until it listens. Rejects with what it printed when it ends before. */
export async function startService({ app, env, uid }: ServiceOptions): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [join(app, 'dist/main.js')], {
    cwd: app,
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      HOST: '127.0.0.1',
      PORT: '0',
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let printed = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const port = await new Promise<number>((resolve, reject) => {
    const look = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = /listening\s+http:\/\/\S+?:(\d+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${printed}`)));
    child.on('error', reject);
  });
  const client = new OfficeClient(port);
  const stop = async (): Promise<number | null> => {
    await client.closeSockets();
    child.kill('SIGTERM');
    return ended;
  };
  const warnings = (): readonly string[] =>
    printed.split('\n').filter((line) => / (?:WARN|ERROR) /.test(line));
  return { client, port, pid: child.pid as number, warnings, stop };
}

/** Submits a brief and waits for the end of its run. */
export async function completeRun(
  { client }: ServiceProcess,
  brief: string,
  pipelineId = 'quick-answer',
): Promise<Run> {
  const socket = await client.connect();
  const { body } = await client.post<Run>('/api/submit', { brief, pipelineId });
  const { run } = await socket.waitFor(
    'run.updated',
    ({ run: each }) => each.id === body.id && isFinal(each.status),
  );
  return run;
}
