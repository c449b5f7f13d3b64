import { AppModule } from './app.module.js';
import { closeApplication, createOfficeApp, listen } from './app.setup.js';
import { TokenEstimates } from './models/tokens/token-estimates.js';
import { loadConfig } from './platform/config/load-config.js';
import type { OfficeConfig } from './platform/config/office-config.js';
import { processSource } from './platform/config/read-environment.js';
import { OpenedDatabase } from './platform/database/opened-database.js';
import { messageOf } from './platform/errors/error-text.js';
import { BootServer } from './platform/http/boot-server.js';
import { isLoopbackHost } from './platform/net/addresses.js';
import type { OfficeLogger } from './platform/logging/office-logger.js';
import { type BootContext, createBootContext } from './platform/platform.module.js';
import { BootReport } from './platform/process/boot-report.js';
import { surviveFaults, survivePipes } from './platform/process/process-faults.js';
import { Shutdown } from './platform/process/shutdown.js';
import { renderWelcome } from './platform/process/welcome.js';
import { processTexts } from './protocol/texts/process.js';

/** Boots the service; a failure before it listens ends the process. */
export function boot(): Promise<void> {
  return start().catch(failToStart);
}

async function start(): Promise<void> {
  survivePipes(process);
  process.once('uncaughtException', failToStart);
  const source = processSource();
  const config = loadConfig(source);
  const bootContext = createBootContext(config, source);
  const { drainDelayMs } = config;
  const shutdown = new Shutdown(process, { ...bootContext, drainDelayMs });
  shutdown.listen();
  const bootServer = await BootServer.open(config, bootContext.readiness);
  const app = await createOfficeApp(AppModule.on(bootContext), bootContext);
  shutdown.closeWith(() => closeApplication(app));
  await bootServer.close();
  const address = await listen(app, config.http);
  process.off('uncaughtException', failToStart);
  surviveFaults(bootContext.logger, process);
  const { store } = app.get(OpenedDatabase);
  welcome(renderWelcome(app.get(BootReport), { address, config, store }), bootContext);
  warnOperator(config, bootContext.logger);
  // Loaded before the first model call, because that call would block others.
  void app.get(TokenEstimates).load();
}

/** Prints the welcome text; logs it if the log format is JSON. */
function welcome(text: string, { config, logger }: BootContext): void {
  if (config.logFormat === 'json') logger.scope('process').info(text.trim());
  else process.stdout.write(text);
}

/** Warnings about settings that are probably not intended. */
function warnOperator(
  { http, security, signIn, llm, providers }: OfficeConfig,
  logger: OfficeLogger,
): void {
  if (!isLoopbackHost(http.host) && security.apiToken === null && signIn === null) {
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
