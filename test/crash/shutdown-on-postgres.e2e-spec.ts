import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { describeShutdown } from './support/describe-shutdown.js';

describeOnPostgres('SIGTERM on PostgreSQL', (url) => describeShutdown(url));
