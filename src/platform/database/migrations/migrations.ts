import { Events1790000000000 } from './1790000000000-events.js';
import { Office1790000001000 } from './1790000001000-office.js';
import { Runs1790000002000 } from './1790000002000-runs.js';
import { Memory1790000003000 } from './1790000003000-memory.js';
import { JournalVersion1790000004000 } from './1790000004000-journal-version.js';
import { Employees1790000010000 } from './1790000010000-employees.js';
import { Steering1790000020000 } from './1790000020000-steering.js';
import { Dispatch1790000032000 } from './1790000032000-dispatch.js';
import { RepositoryBrief1790000027000 } from './1790000027000-repository-brief.js';
import { Deliveries1790000028000 } from './1790000028000-deliveries.js';
import { PluginBundles1790000031000 } from './1790000031000-plugin-bundles.js';
import { RunSearch1790000040000 } from './1790000040000-run-search.js';
import { ReplicaGroups1790000041000 } from './1790000041000-replica-groups.js';
import { CommandAnswers1790000044000 } from './1790000044000-command-answers.js';
import { ApprovalGrants1790000045000 } from './1790000045000-approval-grants.js';
import { QueuePlaces1790000046000 } from './1790000046000-queue-places.js';

/** All migrations in the order in which they run. */
export const migrations = [
  Events1790000000000,
  Office1790000001000,
  Runs1790000002000,
  Memory1790000003000,
  JournalVersion1790000004000,
  Employees1790000010000,
  Steering1790000020000,
  RepositoryBrief1790000027000,
  Deliveries1790000028000,
  PluginBundles1790000031000,
  Dispatch1790000032000,
  RunSearch1790000040000,
  ReplicaGroups1790000041000,
  CommandAnswers1790000044000,
  ApprovalGrants1790000045000,
  QueuePlaces1790000046000,
];
