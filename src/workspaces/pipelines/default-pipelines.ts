import type { Pipeline } from '../../protocol/records/work.js';
import { codeChange } from './code-change.js';
import { productBuild } from './product-build.js';
import { quickAnswer } from './quick-answer.js';

/** The shipped pipelines, in order. */
export const defaultPipelines: readonly Pipeline[] = [productBuild, codeChange, quickAnswer];
