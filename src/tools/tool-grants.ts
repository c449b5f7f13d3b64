import { Injectable } from '@nestjs/common';
import type { Role } from '../protocol/records/organisation.js';

/** Names of tools added to a role's grants. Called for every turn, so it must be fast. */
type GrantOverlay = (role: Role) => readonly string[];

/**
 * The tools that a role may use: those on its chart plus overlays. Overlays are never stored in the
 * chart, so tools of an MCP server or harness disappear from all roles together with it.
 */
@Injectable()
export class ToolGrants {
  private readonly overlays = new Set<GrantOverlay>();
  private readonly preparations: ((role: Role) => Promise<unknown>)[] = [];
  private arriving: Promise<unknown> = Promise.resolve();

  /** @returns a function that removes the overlay. */
  addOverlay(overlay: GrantOverlay): () => void {
    this.overlays.add(overlay);
    return () => void this.overlays.delete(overlay);
  }

  /**
   * Announces tools that are still loading: new turns wait for them, so that a run continued after
   * a restart finds its tools. The caller bounds the wait.
   */
  expect(arrival: Promise<unknown>): void {
    this.arriving = Promise.allSettled([this.arriving, arrival]);
  }

  /**
   * Adds a function called before each turn of a role, which waits for it; it bounds the wait
   * itself.
   */
  addPreparation(prepare: (role: Role) => Promise<unknown>): void {
    this.preparations.push(prepare);
  }

  /** Fulfilled when no tools are loading and those of the role can be called. */
  async arrived(role: Role): Promise<void> {
    await this.arriving;
    await Promise.allSettled(this.preparations.map((prepare) => prepare(role)));
  }

  /** The chart's own grants first, in order, without duplicates. */
  grantedTo(role: Role): readonly string[] {
    const laidOver = [...this.overlays].flatMap((overlay) => overlay(role));
    return [...new Set([...role.allowedTools, ...laidOver])];
  }
}
