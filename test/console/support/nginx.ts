import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { freePort } from '../../support/free-port.js';
import { repositoryRoot, runProgram } from '../../support/run-program.js';
import { until } from '../../support/until.js';

const binary = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));

/** A suite that needs nginx: skipped where there is none, except in CI, which installs it. */
export const describeBehindNginx =
  binary === undefined && process.env.CI !== 'true' ? describe.skip : describe;

/** The configuration of nginx in docs/deploy.md, as it stands there. */
export async function documentedProxy(): Promise<string> {
  const text = await readFile(join(repositoryRoot, 'docs/deploy.md'), 'utf8');
  const config = /^```nginx\n([^]*?)^```/m.exec(text)?.[1];
  if (config === undefined) throw new Error('docs/deploy.md has no configuration of nginx.');
  return config;
}

export interface Nginx {
  readonly port: number;
  /** The certificate that it shows for every name. */
  readonly certificate: string;
  close(): Promise<void>;
}

/** Runs nginx with a configuration that is written for port 443 and an office on port 8787. */
export async function startNginx(config: string, officePort: number): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'office-nginx-'));
  const port = await freePort();
  const certificate = await makeCertificate(directory);
  const site = replaced(config, [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/nginx/office.crt', certificate],
    ['/etc/nginx/office.key', join(directory, 'office.key')],
    ['127.0.0.1:8787', `127.0.0.1:${officePort}`],
  ]);
  await writeFile(join(directory, 'nginx.conf'), complete(site, directory));
  const child = spawn(
    binary ?? 'nginx',
    ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx.conf')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${printed}`);
    return answers(port);
  });
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(directory, { recursive: true });
  };
  return { port, certificate, close };
}

/** Of the whole file only the site is documented; the rest keeps nginx within the directory. */
function complete(site: string, directory: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = kinds.map((kind) => `${kind}_temp_path ${join(directory, kind)};`);
  return `daemon off; master_process off; pid ${join(directory, 'nginx.pid')};
events {}
http { access_log off; ${places.join(' ')}
${site}
}`;
}

async function makeCertificate(directory: string): Promise<string> {
  const certificate = join(directory, 'office.crt');
  const files = ['-keyout', join(directory, 'office.key'), '-out', certificate];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...names];
  const { code, stderr } = await runProgram('openssl', made);
  if (code !== 0) throw new Error(stderr);
  return certificate;
}

function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((all, [written, own]) => {
    if (!all.includes(written)) throw new Error(`The configuration has no ${written}.`);
    return all.replaceAll(written, own);
  }, text);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
