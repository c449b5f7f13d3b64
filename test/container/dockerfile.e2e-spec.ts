import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DockerfileParser, type Dockerfile, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { repositoryRoot } from '../support/run-program.js';

/** What a reader of the Dockerfile can tell; image.e2e-spec.ts carries it out. */
describe('Dockerfile', () => {
  let text: string;
  let dockerfile: Dockerfile;
  let shipped: readonly Instruction[];

  beforeAll(async () => {
    text = await readFile(join(repositoryRoot, 'Dockerfile'), 'utf8');
    dockerfile = DockerfileParser.parse(text);
    const all = dockerfile.getInstructions();
    shipped = all.slice(all.findLastIndex((each) => each.getKeyword() === 'FROM'));
  });

  const valueOf = (keyword: string): string | undefined =>
    shipped.find((each) => each.getKeyword() === keyword)?.getArgumentsContent() ?? undefined;

  it('is one that a builder accepts', () => {
    expect(validate(text)).toEqual([]);
  });

  it('stands on images that are pinned by digest, with the Node of package.json', async () => {
    const stages = dockerfile.getFROMs().map((from) => from.getBuildStage());
    const images = dockerfile.getFROMs().map((from) => from.getImage() ?? '');
    const foreign = images.filter((image) => !stages.includes(image));
    expect(foreign.length).toBeGreaterThan(0);
    const { engines } = JSON.parse(
      await readFile(join(repositoryRoot, 'package.json'), 'utf8'),
    ) as { engines: { node: string } };
    const major = /\d+/.exec(engines.node)?.[0];
    for (const image of foreign) {
      expect(image).toMatch(new RegExp(`^node:${major}\\.[\\w.-]+-slim@sha256:[0-9a-f]{64}$`));
    }
  });

  it('ends with a user that is a number other than root', () => {
    expect(valueOf('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const keywords = shipped.map((each) => each.getKeyword());
    expect(keywords.lastIndexOf('RUN')).toBeLessThan(keywords.indexOf('USER'));
  });

  it('starts the service below an init process, by lists that no shell reads', () => {
    expect(JSON.parse(valueOf('ENTRYPOINT') ?? 'null')).toEqual(['/usr/bin/tini', '--']);
    expect(JSON.parse(valueOf('CMD') ?? 'null')).toEqual(['node', 'dist/main.js']);
  });
});
