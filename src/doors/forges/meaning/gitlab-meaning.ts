import { z } from 'zod';
import { lenient } from '#platform/text/foreign-fields.js';
import type { Look, Meaning } from '../forge-facts.js';

const within = lenient(z.looseObject({ iid: z.int().positive() }));

/** The parts of all events that say where to look. */
const payloadParts = z.looseObject({
  object_kind: z.string(),
  project: lenient(z.looseObject({ path_with_namespace: z.string() })),
  object_attributes: lenient(
    z.looseObject({
      iid: lenient(z.int().positive()),
      noteable_type: lenient(z.string()),
      system: lenient(z.boolean()),
      status: lenient(z.string()),
      sha: lenient(z.string()),
    }),
  ),
  issue: within,
  merge_request: within,
  build_status: lenient(z.string()),
  sha: lenient(z.string()),
});

type Parts = z.output<typeof payloadParts>;

/** States of a pipeline or job that it does not leave by itself. */
const ends: readonly string[] = ['success', 'failed', 'canceled', 'skipped'];

/** Where to look after an event of GitLab. Null: it is about no project. */
export function gitlabMeaning(payload: unknown): Meaning | null {
  const { data } = payloadParts.safeParse(payload);
  const repository = data?.project?.path_with_namespace.toLowerCase();
  if (data === undefined || repository === undefined) return null;
  return { repository, looks: looksOf(data) };
}

function looksOf(parts: Parts): readonly Look[] {
  const { object_kind: kind, object_attributes: own } = parts;
  switch (kind) {
    case 'issue':
    case 'work_item':
      return at('issue', own?.iid);
    case 'merge_request':
      return at('request', own?.iid);
    case 'note':
      return own?.system === true ? [] : noteLooks(parts);
    case 'pipeline':
      return ends.includes(own?.status ?? '') ? atCommit(own?.sha) : [];
    case 'build':
      return parts.build_status === 'failed' ? atCommit(parts.sha) : [];
    default:
      return [];
  }
}

function noteLooks({ object_attributes: own, issue, merge_request: request }: Parts) {
  if (own?.noteable_type === 'Issue') return at('issue', issue?.iid);
  if (own?.noteable_type === 'MergeRequest') return at('request', request?.iid);
  return [];
}

function at(place: 'issue' | 'request', number: number | undefined): readonly Look[] {
  return number === undefined ? [] : [{ at: place, number }];
}

function atCommit(sha: string | undefined): readonly Look[] {
  return sha === undefined ? [] : [{ at: 'commit', sha }];
}
