import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { loadConfig } from './src/platform/config/load-config.js';
import { processSource } from './src/platform/config/read-environment.js';
import { dataSourceOptions, noTimeLimit } from './src/platform/database/data-source.js';

/**
 * The data source for the TypeORM command line, e.g. `npm run typeorm -- migration:show`. It opens
 * the database that the service would open; migrations run only when asked for.
 */
const { database } = loadConfig(processSource());
const options = dataSourceOptions(database, ['src/**/*.entity.ts'], noTimeLimit);

export default new DataSource({ ...options, migrationsRun: false });
