import { readFile, writeFile } from 'node:fs/promises';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { toolResultsIn } from '../runs/support/commission.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../support/scripted-provider/scripted-provider.js';

const callsInAnswer = 3;
const answersInTurn = 4;

/** Employees who all write to one file at once, each at a place of its own. */
export class ManyWriters {
  private places = 0;

  /** @param file that all of them write to */
  constructor(private readonly file: string) {}

  /** Puts so many places into the file. */
  async prepare(places: number): Promise<void> {
    const lines = Array.from({ length: places }, (_, index) => `<place ${index}>`);
    await writeFile(this.file, `${lines.join('\r\n')}\r\n`);
  }

  /** What a provider answers: the next places, by each tool in turn, until the turn has done enough. */
  answer(request: ScriptedRequest): ScriptedReply {
    if (toolResultsIn(request).length >= callsInAnswer * answersInTurn) return { text: ['Done.'] };
    return { toolCalls: Array.from({ length: callsInAnswer }, () => this.nextCall()) };
  }

  /** The marks that are in the file, and those that runs were told are there. */
  async marks(runs: readonly RunDetail[]): Promise<{
    readonly inFile: readonly string[];
    readonly reported: readonly string[];
    readonly refused: number;
  }> {
    const calls = runs.flatMap(({ turns }) => turns.flatMap(({ toolCalls }) => toolCalls));
    const reported = calls.filter(({ status }) => status === 'ok');
    const inText = (text: string): readonly string[] => text.match(/<mark \d+>/g) ?? [];
    return {
      inFile: inText(await readFile(this.file, 'utf8')).toSorted(),
      reported: reported.flatMap(({ argumentsJson }) => inText(argumentsJson)).toSorted(),
      refused: calls.length - reported.length,
    };
  }

  private nextCall(): { id: string; name: string; args: readonly string[] } {
    const number = this.places++;
    const path = 'shared.txt';
    const [place, mark] = [`<place ${number}>`, `<mark ${number}>`];
    const calls = [
      ['edit_file', { path, oldString: place, newString: mark }],
      ['write_file', { path, content: `${mark}\n`, append: true }],
      [
        'apply_patch',
        { patch: `*** Update File: ./${path}\n*** Find:\n${place}\n*** Replace:\n${mark}` },
      ],
    ] as const;
    const [name, args] = calls[number % calls.length] ?? calls[0];
    return { id: `call_${number}`, name, args: [JSON.stringify(args)] };
  }
}
