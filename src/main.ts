import { AppModule } from './app.module.js';
import { closeDoors, createOfficeApp, openDoors } from './app.setup.js';
import { loadConfig } from './platform/config/load-config.js';
import type { OfficeConfig } from './platform/config/office-config.js';
import { processSource } from './platform/config/read-environment.js';
import { OpenedDatabase } from './platform/database/opened-database.js';
import { messageOf } from './platform/errors/office-error.js';
import { isLoopbackAddress } from './platform/http/trusted-host.js';
import type { OfficeLogger } from './platform/logging/office-logger.js';
import { layFoundations } from './platform/platform.module.js';
import { BootReport } from './platform/process/boot-report.js';
import { surviveFaults, survivePipes } from './platform/process/process-faults.js';
import { Shutdown } from './platform/process/shutdown.js';
import { renderWelcome } from './platform/process/welcome.js';
import { processTexts } from './protocol/texts.js';

/** Boots the service (behaviour-server.md 3.1); whatever goes wrong until it listens ends it. */
async function main(): Promise<void> {
  survivePipes(process);
  process.once('uncaughtException', failToStart);
  const source = processSource();
  const config = loadConfig(source);
  const foundations = layFoundations(config, source);
  const shutdown = new Shutdown(process, foundations.logger);
  shutdown.listen();
  const app = await createOfficeApp(AppModule.on(foundations), foundations);
  shutdown.closeWith(() => closeDoors(app));
  const address = await openDoors(app, config.http);
  process.off('uncaughtException', failToStart);
  surviveFaults(foundations.logger, process);
  const { store } = app.get(OpenedDatabase);
  process.stdout.write(renderWelcome(app.get(BootReport), { address, config, store }));
  warnOperator(config, foundations.logger);
}

/** What an operator would hardly want, and may not have noticed. */
function warnOperator(
  { http, security, llm, providers }: OfficeConfig,
  logger: OfficeLogger,
): void {
  if (!isLoopbackAddress(http.host) && security.apiToken === null) {
    logger.scope('http').warn(processTexts.openToOthers(http.host));
  }
  if (llm.mode === 'live' && !providers.some(({ configured }) => configured)) {
    logger.scope('models').warn(llm.reason);
  }
}

function failToStart(thrown: unknown): void {
  process.stderr.write(`${processTexts.failedToStart(messageOf(thrown))}\n`);
  process.exit(1);
}

main().catch(failToStart);
