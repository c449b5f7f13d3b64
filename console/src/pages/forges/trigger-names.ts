import type {
  HookEvent,
  HookFormat,
  HookSignature,
  TriggerKind,
} from '#protocol/records/triggers.js';

type Names<T extends string> = Readonly<Record<T, string>>;

export const kindNames: Names<TriggerKind> = {
  schedule: 'by the clock',
  hook: 'by a call',
  outbound: 'tells others',
};

export const kindDeeds: Names<TriggerKind> = {
  schedule: 'Begins runs by the clock',
  hook: 'Begins runs when somebody calls',
  outbound: 'Tells others what happens here',
};

export const signatureNames: Names<HookSignature> = {
  standard: 'Standard Webhooks',
  github: 'As GitHub does',
};

export const formatNames: Names<HookFormat> = {
  standard: 'JSON',
  slack: 'Message for Slack',
  teams: 'Card for Teams',
};

export const eventNames: Names<HookEvent> = {
  'run.ended': 'a run that ended',
  'approval.waits': 'a question that waits',
  'budget.passed': 'a ceiling that is spent',
};
