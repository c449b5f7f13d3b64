import { Injectable } from '@nestjs/common';
import type { Role } from '../protocol/records/organisation.js';

/** Names of tools that are granted to a role at use. Called for every turn, so it is quick. */
type GrantOverlay = (role: Role) => readonly string[];

/**
 * Which tools a role may use: those its chart names, and those that are laid over them when they
 * are read. Overlays never reach the chart, so what an MCP server or a harness brings is gone from
 * every role the moment it is gone.
 */
@Injectable()
export class ToolGrants {
  private readonly overlays = new Set<GrantOverlay>();
  private readonly preparations: ((role: Role) => Promise<unknown>)[] = [];
  private arriving: Promise<unknown> = Promise.resolve();

  /** @returns a function that takes the overlay away again. */
  addOverlay(overlay: GrantOverlay): () => void {
    this.overlays.add(overlay);
    return () => void this.overlays.delete(overlay);
  }

  /**
   * Tools are on their way: turns that begin meanwhile wait for them, so that a run continued
   * after a restart finds the tools it had. The caller of `expect` bounds the wait.
   */
  expect(arrival: Promise<unknown>): void {
    this.arriving = Promise.allSettled([this.arriving, arrival]);
  }

  /** Called before each turn of a role, which waits for it; it bounds the wait itself. */
  addPreparation(prepare: (role: Role) => Promise<unknown>): void {
    this.preparations.push(prepare);
  }

  /** Fulfilled when no tools are on their way, and those of the role can be called. */
  async arrived(role: Role): Promise<void> {
    await this.arriving;
    await Promise.allSettled(this.preparations.map((prepare) => prepare(role)));
  }

  /** The chart's own grants first, in their order; no name twice. */
  grantedTo(role: Role): readonly string[] {
    const laidOver = [...this.overlays].flatMap((overlay) => overlay(role));
    return [...new Set([...role.allowedTools, ...laidOver])];
  }
}
