import { resolve } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { AppModule } from '../../src/app.module.js';
import { createOfficeApp, listen } from '../../src/app.setup.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { createBootContext } from '../../src/platform/platform.module.js';
import { finalRunStatuses, type RunStatus } from '../../src/protocol/records/enums.js';
import { SubmissionService } from '../../src/runs/submit/submission.service.js';

/** The whole application in its own directory, in mock mode, used without the network. */
export class BenchOffice {
  turns = 0;
  /** Number of continued runs of an earlier process. */
  continued = 0;
  private ended = 0;
  private waiting: { readonly target: number; readonly resolve: () => void } | undefined;

  private constructor(
    readonly app: INestApplication,
    readonly address: string,
  ) {
    app.get(EventBus).subscribe('bench', (event) => {
      if (event.type === 'turn.finished') this.turns += 1;
      if (event.type === 'run.updated' && isFinal(event.run.status)) this.countEnd();
    });
  }

  /** @param directory kept between two offices to measure a restart */
  static async open(
    directory: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<BenchOffice> {
    const source = {
      cwd: directory,
      env: {
        PORT: '0',
        OFFICE_LLM_MODE: 'mock',
        OFFICE_MOCK_LATENCY_MS: '0',
        OFFICE_MAX_CONCURRENCY: '16',
        OFFICE_CAPACITY: '256',
        OFFICE_SKILLS_DIR: resolve('skills'),
        OFFICE_PLUGINS_DIR: resolve('plugins'),
        OFFICE_LOG_LEVEL: 'error',
        ...env,
      },
    };
    const log = { listen: (line: string): void => void early.push(line) };
    const early: string[] = [];
    const sinks = {
      out: (line: string) => log.listen(line),
      err: (line: string) => console.error(line),
    };
    const bootContext = createBootContext(loadConfig(source), source, sinks);
    const app = await createOfficeApp(AppModule.on(bootContext), bootContext);
    const office = new BenchOffice(app, await listen(app, bootContext.config.http));
    log.listen = (line) => office.receive(line);
    for (const line of early) office.receive(line);
    return office;
  }

  /** Submits briefs to the floors in turn and waits until every run has ended. */
  async work(briefs: readonly string[], floorIds: readonly string[]): Promise<void> {
    const done = new Promise<void>((resolve) => {
      this.waiting = { target: this.ended + briefs.length, resolve };
    });
    await this.submit(briefs, floorIds);
    await done;
  }

  async submit(briefs: readonly string[], floorIds: readonly string[]): Promise<void> {
    const submissions = this.app.get(SubmissionService);
    for (const [index, brief] of briefs.entries()) {
      const workspaceId = floorIds[index % floorIds.length];
      await submissions.submit({ brief, submittedBy: null, ...(workspaceId && { workspaceId }) });
    }
  }

  close(): Promise<void> {
    return this.app.close();
  }

  private receive(line: string): void {
    if (line.includes('continues where it was left')) this.continued += 1;
  }

  private countEnd(): void {
    this.ended += 1;
    if (this.ended === this.waiting?.target) this.waiting.resolve();
  }
}

function isFinal(status: RunStatus): boolean {
  return (finalRunStatuses as readonly RunStatus[]).includes(status);
}
