import type { Pipeline } from '../../protocol/records/work.js';
import { productBuildDelivery } from './product-build-delivery.js';
import { productBuildPreparation } from './product-build-preparation.js';

/** Ten stages, for briefs that ask for something new. */
export const productBuild: Pipeline = {
  id: 'product-build',
  name: 'Product build',
  description:
    'From a brief to built, reviewed and verified work: understand, plan, research, debate, decide, design, build, review, verify, report.',
  stages: [...productBuildPreparation, ...productBuildDelivery],
};
