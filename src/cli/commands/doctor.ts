import type { Command } from 'commander';
import { HttpTransport } from '../../client/http/http-transport.js';
import { OfficeRefusal } from '../../client/errors.js';
import type { Health, OfficeState } from '../../protocol/records/office.js';
import type { Act, Around } from '../around.js';
import { examine, type Finding } from '../examine.js';
import { exitCodes } from '../exit-codes.js';
import { excerpt } from '../printable.js';

export function addDoctor(program: Command, act: Act): void {
  program
    .command('doctor')
    .description('whether the service and what it leans on are well')
    .addHelpText('after', '\nExit code 0: no finding is an error. 1: one is. 3: nobody answers.')
    .action(act(doctor));
}

async function doctor({ address, http, out }: Around): Promise<number> {
  const health: Health = await http.health();
  const [state, obstacle]: [OfficeState, string | null] = await Promise.all([
    http.state(),
    obstacleOf(new HttpTransport(address)),
  ]);
  const findings: readonly Finding[] = examine({ url: address.url, health, state, obstacle });
  out.list(findings, (shown) =>
    out.table(
      ['', 'what', 'finding'],
      shown.map(({ level, what, finding }) => [level, what, excerpt(finding, 160)]),
    ),
  );
  return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.done;
}

/** Why the service accepts no work; null if it does. */
async function obstacleOf(transport: HttpTransport): Promise<string | null> {
  try {
    await transport.ask('/readyz');
    return null;
  } catch (error) {
    if (error instanceof OfficeRefusal) return error.message;
    throw error;
  }
}
