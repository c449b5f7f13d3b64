import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { makeDirectory } from '#platform/paths/make-directory.js';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';
import { type Answer, readAnswer } from './answer.js';

/** State of the call that a request began. */
type CallState = 'waiting' | 'answered' | 'left';

export interface Call {
  /** Four digits or more; the name that its files begin with. */
  readonly number: string;
  readonly state: CallState;
  /** A reader has it. */
  readonly isClaimed: boolean;
}

const betweenLooksMs = 100;
const requestName = /^(\d{4,})\.request\.json$/;

/**
 * Calls as files: `NNNN.request.json` is the request, `NNNN.answer.json` the answer; `NNNN.left`
 * means that the client went away before it, `NNNN.claimed` that a reader has the request.
 */
export class CallFolder {
  private next: number | undefined;
  private numbering: Promise<unknown> = Promise.resolve();

  constructor(readonly path: string) {}

  async make(): Promise<void> {
    await makeDirectory(this.path);
  }

  /** Oldest first. */
  async calls(): Promise<readonly Call[]> {
    const names = new Set(await readdir(this.path));
    return [...names]
      .flatMap((name) => requestName.exec(name)?.[1] ?? [])
      .sort((one, other) => Number(one) - Number(other))
      .map((number) => ({
        number,
        state: stateOf(number, names),
        isClaimed: names.has(`${number}.claimed`),
      }));
  }

  /** Writes a request down under the next number. */
  async add(body: object): Promise<string> {
    const turn = this.numbering.then(async () => {
      this.next ??= Number((await this.calls()).at(-1)?.number ?? 0) + 1;
      return String(this.next++).padStart(4, '0');
    });
    this.numbering = turn.catch(() => undefined);
    const number = await turn;
    await this.write(`${number}.request.json`, JSON.stringify(body, null, 1));
    return number;
  }

  /** @returns false if another reader has the request */
  async claim(number: string): Promise<boolean> {
    try {
      await writeFile(join(this.path, `${number}.claimed`), '', { flag: 'wx' });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  async request(number: string): Promise<unknown> {
    return parsedOrUndefined(await readFile(join(this.path, `${number}.request.json`), 'utf8'));
  }

  async answer(number: string): Promise<Answer | string> {
    return readAnswer(await readFile(this.answerPath(number), 'utf8'));
  }

  answerPath(number: string): string {
    return join(this.path, `${number}.answer.json`);
  }

  /**
   * Waits for the answer to be written. Reports an unreadable file once, if two looks find it
   * unchanged, and keeps waiting.
   * @throws when aborted
   */
  async answered(
    number: string,
    signal: AbortSignal,
    onUnreadable: (why: string) => void,
  ): Promise<Answer> {
    let seen: string | undefined;
    let told: string | undefined;
    for (;;) {
      const text = await readFile(this.answerPath(number), 'utf8').catch(() => undefined);
      if (text !== undefined) {
        const answer = readAnswer(text);
        if (typeof answer !== 'string') return answer;
        if (text === seen && text !== told) {
          told = text;
          onUnreadable(answer);
        }
      }
      seen = text;
      await sleep(betweenLooksMs, undefined, { signal });
    }
  }

  /** The client has gone away without an answer. */
  async leave(number: string): Promise<void> {
    await this.write(`${number}.left`, '');
  }

  /** Texts of earlier requests: the number of the first request with each text, by its digest. */
  async seen(): Promise<Record<string, string>> {
    const text = await readFile(join(this.path, seenName), 'utf8').catch(() => '{}');
    return seenSchema.parse(parsedOrUndefined(text));
  }

  async remember(seen: Readonly<Record<string, string>>): Promise<void> {
    await this.write(seenName, JSON.stringify(seen));
  }

  /** Writes atomically, so that readers find the whole file or none. */
  private async write(name: string, text: string): Promise<void> {
    const path = join(this.path, name);
    await writeFile(`${path}.part`, text);
    await rename(`${path}.part`, path);
  }
}

const seenName = 'seen.json';
const seenSchema = z.record(z.string(), z.string()).catch({});

function stateOf(number: string, names: ReadonlySet<string>): CallState {
  if (names.has(`${number}.left`)) return 'left';
  return names.has(`${number}.answer.json`) ? 'answered' : 'waiting';
}
