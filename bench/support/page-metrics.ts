import type { CDPSession, Page } from 'playwright-core';

/** What the browser has counted of a page since it was opened; times in ms. */
export interface PageMetrics {
  readonly scriptMs: number;
  readonly layoutMs: number;
  readonly taskMs: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** A page as the browser's own protocol tells of it. */
export class MeasuredPage {
  /** Frames that came over its sockets. */
  frames = 0;

  private constructor(private readonly session: CDPSession) {
    session.on('Network.webSocketFrameReceived', () => (this.frames += 1));
  }

  static async of(page: Page): Promise<MeasuredPage> {
    const session = await page.context().newCDPSession(page);
    // Processor time of the thread, whatever else the machine does.
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

  /** Bytes of the page's heap that are in use once everything unused was collected. */
  async heapBytes(): Promise<number> {
    await this.session.send('HeapProfiler.collectGarbage');
    return (await this.session.send('Runtime.getHeapUsage')).usedSize;
  }
}
