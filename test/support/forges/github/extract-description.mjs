/**
 * Cuts the operations that the office uses out of GitHub's published description, which is 385 MB:
 * `npm install --no-save @octokit/openapi && node test/support/forges/github/extract-description.mjs`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const published = resolve('@octokit/openapi/generated/api.github.com.json');
const description = JSON.parse(readFileSync(published, 'utf8'));

const repository = '/repos/{owner}/{repo}';
const wanted = {
  '/user': ['get'],
  [repository]: ['get'],
  [`${repository}/issues`]: ['get'],
  [`${repository}/issues/{issue_number}`]: ['get'],
  [`${repository}/issues/comments`]: ['get'],
  [`${repository}/issues/{issue_number}/comments`]: ['get', 'post'],
  [`${repository}/issues/comments/{comment_id}`]: ['patch'],
  [`${repository}/pulls`]: ['get', 'post'],
  [`${repository}/pulls/{pull_number}`]: ['get', 'patch'],
  [`${repository}/pulls/{pull_number}/comments`]: ['get'],
  [`${repository}/pulls/{pull_number}/reviews`]: ['get'],
  [`${repository}/commits/{ref}/check-runs`]: ['get'],
  [`${repository}/commits/{ref}/status`]: ['get'],
  [`${repository}/actions/jobs/{job_id}/logs`]: ['get'],
  [`${repository}/collaborators/{username}/permission`]: ['get'],
};

/** Words for people, which no check reads. */
const told = ['description', 'example', 'examples', 'externalDocs', 'x-github', 'summary', 'tags'];

const components = { schemas: {} };

function atPointer(pointer) {
  return pointer
    .slice(2)
    .split('/')
    .reduce((part, name) => part[name.replaceAll('~1', '/').replaceAll('~0', '~')], description);
}

/** @param named keys are names of properties, so none is left out */
function cut(value, named = false) {
  if (Array.isArray(value)) return value.map((each) => cut(each));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') return reference(value.$ref);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => named || !told.includes(key))
      .map(([key, each]) => [key, cut(each, key === 'properties')]),
  );
}

function reference(pointer) {
  const name = pointer.split('/').at(-1);
  if (!pointer.startsWith('#/components/schemas/')) return cut(atPointer(pointer));
  if (!(name in components.schemas)) {
    components.schemas[name] = null;
    components.schemas[name] = cut(atPointer(pointer));
  }
  return { $ref: pointer };
}

function operation({ operationId, parameters = [], requestBody, responses }) {
  const answers = Object.entries(responses).map(([status, response]) => {
    const { content = {} } = '$ref' in response ? atPointer(response.$ref) : response;
    return [status, cut(content['application/json']?.schema ?? null)];
  });
  const body = requestBody?.content['application/json']?.schema;
  return {
    operationId,
    parameters: parameters.map((each) => {
      const { name, in: place, required = false, schema } = cut(each);
      return { name, in: place, required, schema };
    }),
    body: body === undefined ? null : cut(body),
    answers: Object.fromEntries(answers),
  };
}

const paths = Object.fromEntries(
  Object.entries(wanted).map(([path, methods]) => [
    path,
    Object.fromEntries(
      methods.map((method) => [method, operation(description.paths[path][method])]),
    ),
  ]),
);

const cutOut = { version: description.info.version, licence: 'MIT', paths, components };
writeFileSync(new URL('description.json', import.meta.url), `${JSON.stringify(cutOut)}\n`);
