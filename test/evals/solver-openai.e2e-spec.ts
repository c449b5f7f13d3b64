import { describeSolver } from './support/describe-solver.js';

describeSolver('openai');
