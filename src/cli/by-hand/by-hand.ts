import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '../exit-codes.js';
import type { ByHandArguments } from '../models-arguments.js';
import type { Output } from '../output.js';
import { printable } from '../printable.js';
import { type Call, CallFolder } from './call-folder.js';
import { modelOf, showRequest, sizeOf } from './request-text.js';
import { VendorByHand } from './vendor-by-hand.js';

const betweenLooksMs = 200;

/** A model whose answers are written by hand. @returns the exit code */
export async function byHand(
  args: ByHandArguments,
  out: Output,
  interrupt: AbortSignal,
): Promise<number> {
  const folder = new CallFolder(args.folder);
  if (args.action === 'serve') return serve(args, folder, out, interrupt);
  await folder.make();
  if (args.action === 'next') return next(args, folder, out, interrupt);
  await report(folder, out);
  return exitCodes.done;
}

async function serve(
  { port, models }: ByHandArguments,
  folder: CallFolder,
  out: Output,
  interrupt: AbortSignal,
): Promise<number> {
  const vendor = await VendorByHand.listen(port, folder, models, (line) =>
    out.say(printable(line)),
  );
  out.say(`${vendor.baseUrl} answers from ${folder.path} as ${models.join(', ')}. Ctrl-C ends it.`);
  if (!interrupt.aborted) await once(interrupt, 'abort');
  await vendor.close();
  await report(folder, out);
  return exitCodes.done;
}

/** Prints the oldest request that no reader has yet, and claims it. @returns 1 where there is none */
async function next(
  { waitSeconds, whole }: ByHandArguments,
  folder: CallFolder,
  out: Output,
  interrupt: AbortSignal,
): Promise<number> {
  const waited = AbortSignal.timeout(waitSeconds * 1000);
  for (;;) {
    const free = (await folder.calls()).filter(
      ({ state, isClaimed }) => state === 'waiting' && !isClaimed,
    );
    for (const [index, call] of free.entries()) {
      if (!(await folder.claim(call.number))) continue;
      await show(call, free.slice(index + 1), folder, whole, out);
      return exitCodes.done;
    }
    if (interrupt.aborted) return exitCodes.interrupted;
    if (waited.aborted || waitSeconds === 0) {
      out.say('Nothing waits.');
      return exitCodes.failed;
    }
    await sleep(betweenLooksMs);
  }
}

async function show(
  { number }: Call,
  others: readonly Call[],
  folder: CallFolder,
  whole: boolean,
  out: Output,
): Promise<void> {
  const body = await folder.request(number);
  const seen = await folder.seen();
  const shown = showRequest(number, body, whole ? {} : seen);
  await folder.remember({ ...shown.seen, ...seen });
  const also = others.map((other) => other.number).join(', ');
  out.show({ number, answer: folder.answerPath(number), request: body }, () => [
    ...shown.lines.map(printable),
    '',
    `----- The answer goes to ${folder.answerPath(number)}`,
    ...(also === '' ? [] : [`Also waiting: ${also}`]),
  ]);
}

async function report(folder: CallFolder, out: Output): Promise<void> {
  const calls = await folder.calls();
  const requests = await Promise.all(calls.map(({ number }) => folder.request(number)));
  const answers = await Promise.all(
    calls.filter(({ state }) => state === 'answered').map(({ number }) => folder.answer(number)),
  );
  const sizes = requests.map(sizeOf);
  const models = Map.groupBy(requests, modelOf);
  const counts = {
    calls: calls.length,
    answered: answers.length,
    errors: answers.filter((one) => typeof one !== 'string' && one.error !== undefined).length,
    waiting: calls.filter(({ state }) => state === 'waiting').length,
    left: calls.filter(({ state }) => state === 'left').length,
    messageCharacters: sum(sizes.map(({ messages }) => messages)),
    toolCharacters: sum(sizes.map(({ tools }) => tools)),
    answerCharacters: sum(answers.map((one) => JSON.stringify(one).length)),
    callsByModel: Object.fromEntries([...models].map(([model, of]) => [model, of.length])),
  };
  out.show(counts, () => [
    `${counts.calls} calls: ${counts.answered} answered (${counts.errors} with an error), ${counts.left} left by the client, ${counts.waiting} waiting`,
    `${counts.messageCharacters} characters of messages, ${counts.toolCharacters} of tools, ${counts.answerCharacters} of answers`,
    ...[...models].map(([model, of]) => printable(`${model}: ${of.length} calls`)),
  ]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
