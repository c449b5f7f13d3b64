import { describe, expect, it } from '@jest/globals';
import { probeVendor } from './vendor-probes.js';

function probe(command: string, ...probeArgs: string[]) {
  const { signal } = new AbortController();
  return probeVendor({ command, probeArgs }, { PATH: process.env.PATH ?? '' }, signal);
}

const script = (code: string) => probe(process.execPath, '-e', code);

describe('probeVendor', () => {
  it('gives the first line of what the harness says', async () => {
    expect(await script('console.log("\\n \\u001b[1mhelper 1.2\\u001b[0m \\nmore")')).toEqual({
      ok: true,
      detail: 'helper 1.2',
    });
    expect(await script('console.error("on the other side")')).toEqual({
      ok: true,
      detail: 'on the other side',
    });
    expect(await script('')).toEqual({ ok: true, detail: 'answered without naming a version' });
  });

  it('says why there is none', async () => {
    expect(await script('console.error("no licence"); process.exit(4)')).toEqual({
      ok: false,
      detail: `${process.execPath} exited with code 4\nno licence`,
    });
    expect(await probe('/no/such/program')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^\/no\/such\/program could not start: .*ENOENT/),
    });
  });

  describe('of a harness that knows git repositories only', () => {
    const option = '--anywhere';
    const asked = (options: string, args: readonly string[]) =>
      probeVendor(
        {
          command: process.execPath,
          probeArgs: ['-e', 'console.log("helper 1.2")'],
          args,
          folderCheck: { option, helpArgs: ['-e', `console.log(${JSON.stringify(options)})`] },
        },
        { PATH: process.env.PATH ?? '' },
        new AbortController().signal,
      );

    it('says that it would refuse folders outside git when it is started without the option', async () => {
      expect(await asked('--json --anywhere', ['exec'])).toEqual({
        ok: true,
        detail:
          'helper 1.2; started without --anywhere: refuses to work where there is no git repository',
      });
    });

    it('says that a version which lacks the option cannot work', async () => {
      expect(await asked('--json --model', ['exec', option])).toEqual({
        ok: false,
        detail: `${process.execPath} does not know --anywhere: it works in no folder outside git, and is to be updated`,
      });
    });

    it.each(['--json --anywhere', 'no options at all'])('is content with %s', async (help) => {
      expect(await asked(help, ['exec', option])).toEqual({ ok: true, detail: 'helper 1.2' });
    });
  });
});
