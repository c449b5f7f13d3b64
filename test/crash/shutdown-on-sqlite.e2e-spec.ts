import { describe } from '@jest/globals';
import { describeShutdown } from './support/describe-shutdown.js';

describe('SIGTERM on SQLite', () => describeShutdown('sqlite'));
