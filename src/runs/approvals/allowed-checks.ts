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

/** True if a command line is an allowed check whose definition has not changed since. */
export function isAllowedCheck(
  line: string,
  { commands, definition }: Pick<FloorChecks, 'commands' | 'definition'>,
  allowed: readonly AllowedCheck[],
): boolean {
  const check = checkOf(line, commands);
  return allowed.some((one) => one.command === check && one.definition === definition);
}

/** The checks that people have allowed on floors, one row each until a person revokes it. */
@Injectable()
export class AllowedChecks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsRepository,
  ) {}

  list(workspaceId: string): Promise<readonly AllowedCheck[]> {
    return this.read(this.dataSource.manager, workspaceId);
  }

  /**
   * The floor's allowed checks. Until the transaction ends, nobody can allow, revoke or ask for
   * one.
   */
  async ofFloor(tx: Tx, workspaceId: string): Promise<readonly AllowedCheck[]> {
    await this.approvals.lockFloor(tx, workspaceId);
    return this.read(tx.manager, workspaceId);
  }

  /** Allows all checks of an approval; the caller has locked the floor. */
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

  /** Revokes one check, or all if no command is given; returns how many were revoked. */
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
