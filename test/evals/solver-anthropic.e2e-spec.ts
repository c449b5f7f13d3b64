import { describeSolver } from './support/describe-solver.js';

describeSolver('anthropic');
