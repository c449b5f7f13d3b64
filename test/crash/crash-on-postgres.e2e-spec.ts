import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { describeCampaign } from './support/describe-campaign.js';

describeOnPostgres('on PostgreSQL', (url) => describeCampaign(url));
