import { Injectable } from '@nestjs/common';
import { Repeater } from '../repeater.js';

/**
 * Tasks that start once clients can connect. Modules register them during start; the code that
 * opens the port calls `run`.
 */
@Injectable()
export class StartupTasks {
  private readonly tasks: (() => Promise<void>)[] = [];

  constructor(private readonly repeater: Repeater) {}

  /** The task must handle its own failures: nothing after listening may end the process. */
  register(task: () => Promise<void>): void {
    this.tasks.push(task);
  }

  /** Registers a task that is repeated by the clock from then on (`Repeater.nowAndEvery`). */
  repeat(...task: Parameters<Repeater['nowAndEvery']>): void {
    this.register(async () => this.repeater.nowAndEvery(...task));
  }

  /** Starts every task; settles when all have ended. */
  async run(): Promise<void> {
    await Promise.allSettled(this.tasks.map((task) => task()));
  }
}
