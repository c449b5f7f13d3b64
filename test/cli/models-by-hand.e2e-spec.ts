import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { AppModule } from '../../src/app.module.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const program = join(repositoryRoot, 'dist/cli/models.js');
const directory = temporaryDirectory();

let child: ChildProcess;
let folder: string;
let baseUrl: string;
let printed: string[];
let closed: Promise<unknown>;
let started = 0;

beforeEach(async () => {
  folder = join(directory(), `calls-${(started += 1)}`);
  printed = [];
  child = spawn(process.execPath, [program, 'by-hand', '--port', '0', '--folder', folder]);
  closed = once(child, 'close');
  if (child.stdout === null) throw new Error('no output');
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => printed.push(line));
  const [first] = (await once(lines, 'line')) as [string];
  baseUrl = first.split(' ')[0] ?? '';
});

afterEach(async () => {
  child.kill('SIGKILL');
  await closed;
});

function byHand(...args: string[]) {
  return runProgram(process.execPath, [program, 'by-hand', '--folder', folder, ...args]);
}

/** The number of the next request, as `--next` prints it. */
async function next(): Promise<{ number: string; text: string }> {
  const { code, stdout } = await byHand('--next', '--wait', '60');
  expect(code).toBe(0);
  return { number: /^Request (\d+):/.exec(stdout)?.[1] ?? '', text: stdout };
}

async function write(number: string, answer: unknown): Promise<void> {
  const path = join(folder, `${number}.answer.json`);
  await writeFile(`${path}.new`, typeof answer === 'string' ? answer : JSON.stringify(answer));
  await rename(`${path}.new`, path);
}

function ask(body: object): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello?' }], ...body }),
  });
}

describe('a provider whose answers are written by hand', () => {
  it('lists its models, on the loopback alone', async () => {
    expect(new URL(baseUrl).hostname).toBe('127.0.0.1');
    const list = (await (await fetch(`${baseUrl}/models`)).json()) as { data: { id: string }[] };
    expect(list.data.map(({ id }) => id)).toEqual(['deepseek-v4-pro', 'deepseek-flash']);
    expect((await fetch(`${baseUrl}/embeddings`, { method: 'POST' })).status).toBe(404);
    const refused = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: '{' });
    expect(refused.status).toBe(400);
  });

  it('answers in one piece with calls, their ids and usage', async () => {
    const answer = ask({});
    const { number } = await next();
    await write(number, {
      content: 'Looking.',
      tool_calls: [{ id: 'mine', name: 'grep', arguments: { for: 'x' } }, { name: 'glob' }],
      usage: { prompt_tokens: 100, completion_tokens: 7, cached_tokens: 60 },
    });
    expect(await (await answer).json()).toMatchObject({
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: 'Looking.',
            tool_calls: [
              { id: 'mine', function: { name: 'grep', arguments: '{"for":"x"}' } },
              { id: 'call_0001_1', function: { name: 'glob', arguments: '{}' } },
            ],
          },
        },
      ],
      usage: { total_tokens: 107, prompt_tokens_details: { cached_tokens: 60 } },
    });
  });

  it('refuses where the file says so, before a stream or within it', async () => {
    const before = ask({ stream: true });
    await write((await next()).number, {
      error: { status: 429, message: 'Slow down.', headers: { 'retry-after': '3' } },
    });
    const refused = await before;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await refused.json()).toMatchObject({ error: { message: 'Slow down.' } });
    const within = ask({ stream: true });
    await write((await next()).number, { content: 'Half', error: { message: 'Broken.' } });
    const text = await (await within).text();
    expect(text).toMatch(/"content":"Half"[^]*"message":"Broken."/);
    expect(text).not.toContain('[DONE]');
  });

  it('waits for a file that can be read, and says what is wrong with one that cannot', async () => {
    const answer = ask({});
    const { number } = await next();
    await write(number, '{"contents": "typed wrongly"}');
    while (!printed.some((line) => line.includes('cannot be read'))) {
      await once(child.stdout ?? child, 'data');
    }
    await write(number, { content: 'Right.' });
    expect(await (await answer).text()).toContain('Right.');
  });

  it('gives each request to one reader', async () => {
    const answers = [ask({}), ask({}), ask({})];
    const readers = await Promise.all([next(), next(), next()]);
    const numbers = readers.map(({ number }) => number);
    expect(numbers.sort()).toEqual(['0001', '0002', '0003']);
    expect((await byHand('--next')).code).toBe(1);
    await Promise.all(numbers.map((number) => write(number, { content: `For ${number}.` })));
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    for (const number of numbers) expect(texts.join('\n')).toContain(`For ${number}.`);
  });

  it('goes on from the numbers in the folder, passes over who left, and counts', async () => {
    const gone = new AbortController();
    const left = fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [] }),
      signal: gone.signal,
    }).catch(() => 'left');
    expect((await next()).number).toBe('0001');
    gone.abort();
    expect(await left).toBe('left');
    const answer = ask({ model: 'other' });
    while (!(await readdir(folder)).includes('0001.left')) {
      await once(child.stdout ?? child, 'data');
    }
    const { number } = await next();
    expect(number).toBe('0002');
    await write(number, { content: 'Yes.' });
    await (await answer).text();
    await write('0001', { content: 'Too late.' });
    expect((await byHand('--next')).code).toBe(1);
    const { stdout } = await byHand('--report', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      calls: 2,
      answered: 1,
      left: 1,
      waiting: 0,
      messageCharacters: 2 + JSON.stringify([{ role: 'user', content: 'Hello?' }]).length,
      toolCharacters: 4,
      callsByModel: { m: 1, other: 1 },
    });
    child.kill('SIGINT');
    await closed;
    expect(printed.at(-4)).toBe(
      '2 calls: 1 answered (0 with an error), 1 left by the client, 0 waiting',
    );
  });
});

describe('an office whose model is somebody at the files', () => {
  let office: RunningOffice;

  beforeEach(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: {
        OFFICE_LLM_MODE: 'auto',
        OFFICE_MODEL_DISCOVERY: 'true',
        OFFICE_BENCHMARKS: 'false',
        OFFICE_ENDPOINT_HEALTH: 'false',
        OFFICE_MAX_CONCURRENCY: '1',
        DEEPSEEK_API_KEY: 'by-hand',
        OFFICE_DEEPSEEK_BASE_URL: baseUrl,
      },
    });
  });

  afterEach(() => office.close());

  it('works with what is written, tools included', async () => {
    const socket = await office.client.connect();
    const { body: run } = await office.client.post<Run>('/api/submit', {
      brief: 'What is in the folder?',
      pipelineId: 'quick-answer',
    });
    const asked = await next();
    expect(asked.text).toContain('What is in the folder?');
    expect(asked.text).toContain('----- TOOL list_dir');
    await write(asked.number, {
      tool_calls: [{ id: 'look', name: 'list_dir', arguments: { path: '.' } }],
    });
    const final = ['done', 'failed', 'cancelled'];
    const ended = socket.waitFor(
      'run.updated',
      ({ run: { id, status } }) => id === run.id && final.includes(status),
    );
    const going = new AbortController();
    const answering = answerTheRest(going.signal);
    expect((await ended).run).toMatchObject({ status: 'done' });
    going.abort();
    const later = await answering;
    expect(later[0]).toContain('(result of look)');
    expect(later[0]).toContain('<<as in 0001');
    const { body: detail } = await office.client.get<RunDetail>(`/api/runs/${run.id}`);
    expect(detail.turns[0]).toMatchObject({
      text: 'Nothing is in it.',
      toolCalls: [{ name: 'list_dir', status: 'ok' }],
    });
    const request = await readFile(join(folder, '0001.request.json'), 'utf8');
    expect(JSON.parse(request)).toMatchObject({ stream: true, tool_choice: 'auto' });
  });

  /** Answers whatever is asked until it is told to stop. @returns what was shown */
  async function answerTheRest(signal: AbortSignal): Promise<string[]> {
    const shown: string[] = [];
    while (!signal.aborted) {
      const { code, stdout } = await byHand('--next', '--wait', '1');
      if (code !== 0) continue;
      shown.push(stdout);
      await write(/^Request (\d+):/.exec(stdout)?.[1] ?? '', { content: 'Nothing is in it.' });
    }
    return shown;
  }
});
