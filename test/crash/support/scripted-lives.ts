import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { ScriptedProvider } from '../../support/scripted-provider/scripted-provider.js';
import { type CrashPlace, crashEnv } from './crash-env.js';
import { ServiceLife } from './service-life.js';

/** Lives of a service beside a scripted provider; those that are left are killed after each test. */
export class ScriptedLives {
  private readonly lives: ServiceLife[] = [];
  private started: ScriptedProvider | undefined;

  constructor() {
    beforeAll(async () => {
      this.started = await ScriptedProvider.start();
    });
    afterEach(async () => {
      for (const life of this.lives.splice(0)) if (life.alive) await life.kill();
    });
    afterAll(() => this.started?.close());
  }

  get provider(): ScriptedProvider {
    if (this.started === undefined) throw new Error('the provider has not been started');
    return this.started;
  }

  /** Without the question whether to spend more. */
  start(
    place: Omit<CrashPlace, 'provider'>,
    env: Readonly<Record<string, string>> = {},
  ): ServiceLife {
    const life = ServiceLife.start({
      ...crashEnv({ ...place, provider: this.provider }),
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
      ...env,
    });
    this.lives.push(life);
    return life;
  }
}
