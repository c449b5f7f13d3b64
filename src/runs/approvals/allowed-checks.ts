import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Tx } from '../../platform/database/tx.js';
import type { AllowedCheck, FloorChecks } from '../../protocol/records/approval-parts.js';
import type { Approval } from '../../protocol/records/work.js';
import { withoutFilters } from '../../tools/shell/output-filters.js';
import { AllowedCheckEntity } from '../history/result.entities.js';
import { ApprovalsRepository } from './approvals.repository.js';

/** `npm test` and `npm t` are the script `test`. */
const shortForms = /^(npm|pnpm|yarn) (?:t|test)$/;

/** The check that a command line runs, whatever filters of its output follow; undefined: none. */
export function checkOf(line: string, checks: readonly string[]): string | undefined {
  const command = inFull(withoutFilters(line));
  return checks.find((check) => inFull(check) === command);
}

function inFull(command: string): string {
  return command.replace(shortForms, '$1 run test');
}

/** True if a command line is a check that people have allowed as it is now. */
export function isAllowedCheck(
  line: string,
  { commands, definition }: Pick<FloorChecks, 'commands' | 'definition'>,
  allowed: readonly AllowedCheck[],
): boolean {
  const check = checkOf(line, commands);
  return allowed.some((one) => one.command === check && one.definition === definition);
}

/** The checks that people have allowed on floors: a row for each, until one of them takes it back. */
@Injectable()
export class AllowedChecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsRepository,
  ) {}

  list(workspaceId: string): Promise<readonly AllowedCheck[]> {
    return this.read(this.dataSource.manager, workspaceId);
  }

  /** Until the transaction ends, nobody can allow, take back or ask for a check. */
  async ofFloor(tx: Tx, workspaceId: string): Promise<readonly AllowedCheck[]> {
    await this.approvals.lockFloor(tx, workspaceId);
    return this.read(tx.manager, workspaceId);
  }

  /** Allows what an approval's yes to the floor's checks reaches; the caller holds the floor. */
  async allow({ manager }: Tx, { id, checks }: Approval, by: string, at: number): Promise<void> {
    if (checks === undefined) return;
    const { workspaceId, commands, definition } = checks;
    const allowedBy = by === '' ? null : by;
    const rows = commands.map((command) => ({
      ...{ workspaceId, command, definition, approvalId: id },
      ...{ allowedAt: at, allowedBy },
    }));
    await manager.upsert(AllowedCheckEntity, rows, ['workspaceId', 'command']);
  }

  /** Takes one back, or all without a command; returns how many there were. */
  async revoke(tx: Tx, workspaceId: string, command?: string): Promise<number> {
    const before = await this.ofFloor(tx, workspaceId);
    const where = { workspaceId, ...(command !== undefined && { command }) };
    await tx.manager.delete(AllowedCheckEntity, where);
    return before.filter((one) => command === undefined || one.command === command).length;
  }

  private async read(
    manager: EntityManager,
    workspaceId: string,
  ): Promise<readonly AllowedCheck[]> {
    const rows = await manager.find(AllowedCheckEntity, {
      where: { workspaceId },
      order: { command: 'ASC' },
    });
    return rows.map(({ workspaceId: _, ...check }) => ({ ...check }));
  }
}
