import { leaveTraces } from './traces.js';

leaveTraces();
