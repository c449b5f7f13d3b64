import { describe } from '@jest/globals';
import { describeCampaign } from './support/describe-campaign.js';

describe('on SQLite', () => describeCampaign('sqlite'));
