import { expect, it } from '@jest/globals';
import { reportingExporter } from './reporting-exporter.js';

it('says once in ten minutes that spans were not taken, and never in the words of the receiver', () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  let now = 0;
  const failing = {
    export: (_spans: unknown, done: (result: { code: number; error: Error }) => void) =>
      done({ code: 1, error: new Error('http://user:word@collector refused sk-secret') }),
    shutdown: async () => {},
  };
  const exporter = reportingExporter(
    failing,
    { debug: say, info: say, warn: say, error: say },
    () => now,
  );
  const answers: unknown[] = [];
  const saidAfter = [0, 1000, 599_999, 600_000, 700_000].map((at) => {
    now = at;
    exporter.export([], (result) => void answers.push(result.code));
    return lines.length;
  });
  expect(saidAfter).toEqual([1, 1, 1, 2, 2]);
  expect(lines.join()).not.toMatch(/sk-secret|collector/);
  expect(answers).toEqual([1, 1, 1, 1, 1]);
});
