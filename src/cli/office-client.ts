import type { Run, RunDetail } from '../protocol/records/work.js';
import type { BriefArguments } from './brief-arguments.js';
import type { OfficeAddress } from './office-address.js';

/** The office said no; the message is its own reason. */
export class OfficeRefusal extends Error {}

/** Nothing that can be spoken to is at the address. */
export class OfficeUnreachable extends Error {}

/** The HTTP operations that the programs of the terminal need. */
export class OfficeClient {
  constructor(private readonly address: OfficeAddress) {}

  /**
   * False when nobody answers.
   * @throws OfficeRefusal when somebody does, and will not let us in or is no office
   */
  async isOpen(): Promise<boolean> {
    try {
      const health = await this.ask<{ llmMode?: unknown }>('/api/health', { timeoutMs: 3000 });
      if (health.llmMode !== undefined) return true;
    } catch (error) {
      if (error instanceof OfficeUnreachable) return false;
      throw error;
    }
    throw new OfficeRefusal(`What answers at ${this.address.url} is not an office.`);
  }

  /** @throws OfficeRefusal with the reason, e.g. a pipeline that cannot be staffed */
  submit({ brief, pipelineId, budgetUsd, workspaceId }: BriefArguments): Promise<Run> {
    const body = JSON.stringify({ brief, pipelineId, budgetUsd, workspaceId });
    return this.ask('/api/submit', { method: 'POST', body });
  }

  run(id: string): Promise<RunDetail> {
    return this.ask(`/api/runs/${encodeURIComponent(id)}`);
  }

  /** Any read; `T` is what the interface promises of it. @throws OfficeRefusal */
  read<T>(path: `/api/${string}`): Promise<T> {
    return this.ask<T>(path);
  }

  private async ask<T>(
    path: string,
    { timeoutMs = 30_000, ...request }: { timeoutMs?: number; method?: string; body?: string } = {},
  ): Promise<T> {
    const response = await this.fetch(path, timeoutMs, request);
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw new OfficeRefusal(reasonIn(answer) ?? `HTTP ${response.status}`);
    return answer as T;
  }

  private async fetch(path: string, timeoutMs: number, request: RequestInit): Promise<Response> {
    try {
      return await fetch(this.address.url + path, {
        ...request,
        headers: { ...this.address.headers, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new OfficeUnreachable(`No office answers at ${this.address.url}.`, { cause });
    }
  }
}

function reasonIn(answer: unknown): string | undefined {
  const isObject = typeof answer === 'object' && answer !== null;
  const error = isObject && 'error' in answer ? answer.error : undefined;
  return typeof error === 'string' ? error : undefined;
}
