import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { loadConfig } from './src/platform/config/load-config.js';
import { processSource } from './src/platform/config/read-environment.js';
import { dataSourceOptions } from './src/platform/database/data-source.js';

/**
 * The data source for the TypeORM command line, e.g. `npm run typeorm -- migration:show`. It opens
 * the database that the service would open; migrations run only when asked for.
 */
const options = dataSourceOptions(loadConfig(processSource()).database, ['src/**/*.entity.ts']);

export default new DataSource({ ...options, migrationsRun: false });
