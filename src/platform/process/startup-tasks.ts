import { Injectable } from '@nestjs/common';

/**
 * Work that begins once clients can connect. Modules register it while they start; whoever opens the
 * port calls `run`.
 */
@Injectable()
export class StartupTasks {
  private readonly tasks: (() => Promise<void>)[] = [];

  /** The task handles its own failures: nothing after listening may end the process. */
  register(task: () => Promise<void>): void {
    this.tasks.push(task);
  }

  /** Starts every task; the promise settles when all of them have. */
  async run(): Promise<void> {
    await Promise.allSettled(this.tasks.map((task) => task()));
  }
}
