import type { CDPSession, Page } from 'playwright-core';

/** The browser's counters of a page since it was opened; times in ms. */
export interface PageMetrics {
  readonly scriptMs: number;
  readonly layoutMs: number;
  readonly taskMs: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** A page measured with the browser's own protocol. */
export class MeasuredPage {
  /** Number of frames received over its sockets. */
  frames = 0;

  private constructor(private readonly session: CDPSession) {
    session.on('Network.webSocketFrameReceived', () => (this.frames += 1));
  }

  static async of(page: Page): Promise<MeasuredPage> {
    const session = await page.context().newCDPSession(page);
    // Processor time of the thread, independent of other load.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await session.send('Network.enable');
    return new MeasuredPage(session);
  }

  async metrics(): Promise<PageMetrics> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    const value = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
    return {
      scriptMs: value('ScriptDuration') * 1000,
      layoutMs: (value('LayoutDuration') + value('RecalcStyleDuration')) * 1000,
      taskMs: value('TaskDuration') * 1000,
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
    };
  }

  /** Used bytes of the page's heap after garbage collection. */
  async heapBytes(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage');
    return (await this.session.send('Runtime.getHeapUsage')).usedSize;
  }
}
