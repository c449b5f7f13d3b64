import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/** A bare repository, served over HTTP by git itself to whoever has the account. */
export class GitOverHttp {
  private readonly bare: string;

  /**
   * @param root an empty folder
   * @param account name and password
   */
  constructor(
    private readonly root: string,
    private readonly repository: string,
    private readonly account: () => string,
  ) {
    this.bare = join(root, `${repository}.git`);
    mkdirSync(this.bare, { recursive: true });
    this.git('init', '--quiet', '--bare', '-b', 'main');
    this.git('config', 'http.receivepack', 'true');
  }

  git(...args: string[]): string {
    const said = execFileSync('git', [`--git-dir=${this.bare}`, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return said.trim();
  }

  /** Takes a branch of a repository on this machine over. */
  fetchFrom(directory: string, branch: string): void {
    this.git('fetch', '--quiet', directory, `+${branch}:refs/heads/${branch}`);
  }

  /** The commit at the tip; null: there is no such branch. */
  tip(branch: string): string | null {
    try {
      // Simulators ask at every request, and a process takes ten times longer than a file.
      const loose = readFileSync(join(this.bare, 'refs/heads', branch), 'utf8').trim();
      if (/^[0-9a-f]{40}$/.test(loose)) return loose;
    } catch {
      // It may be packed.
    }
    try {
      return this.git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
    } catch {
      return null;
    }
  }

  /** A commit of somebody else on a branch; with another parent, whatever was there is replaced. */
  commitOnto(branch: string, message: string, parent = this.tip(branch) ?? ''): string {
    const tree = this.git('rev-parse', `refs/heads/${branch}^{tree}`);
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const made = this.git(...who, 'commit-tree', tree, '-p', parent, '-m', message);
    this.git('update-ref', `refs/heads/${branch}`, made);
    return made;
  }

  /** True if the request is one of git. */
  serves({ url = '' }: IncomingMessage): boolean {
    return url.startsWith(`/${this.repository}.git/`);
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const wanted = `Basic ${Buffer.from(this.account()).toString('base64')}`;
    if (request.headers.authorization !== wanted) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://forge.invalid');
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH ?? '',
        GIT_PROJECT_ROOT: this.root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: searchParams.toString(),
        REQUEST_METHOD: request.method ?? '',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: 'office',
      },
    });
    request.pipe(child.stdin);
    child.stdin.on('error', () => undefined);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => answer(Buffer.concat(chunks), response));
  }
}

/** An answer of a CGI program: headers, an empty line, the body. */
function answer(said: Buffer, response: ServerResponse): void {
  const end = said.indexOf('\r\n\r\n');
  const lines = said.subarray(0, end).toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const status = Number((headers.get('Status') ?? '200').slice(0, 3));
  headers.delete('Status');
  response.writeHead(status, Object.fromEntries(headers)).end(said.subarray(end + 4));
}
