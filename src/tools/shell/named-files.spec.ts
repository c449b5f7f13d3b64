import { describe, expect, it } from '@jest/globals';
import { namedFiles } from './named-files.js';

const filesOf = (line: string, ofPackage = false): readonly string[] =>
  namedFiles(line, '', ofPackage).files;

describe('the files that a command names as what it runs', () => {
  it.each([
    ['node build.js', ['build.js']],
    ['./run.sh --fast', ['run.sh']],
    ['bash x.sh a b', ['x.sh']],
    ['python3 -u t.py in.txt', ['t.py']],
    ['python -m tools.gen', ['tools/gen.py', 'tools/gen/__main__.py']],
    ['. ./env.sh && source other.sh', ['env.sh', 'other.sh']],
    [`sh -c "node b.js; bash -lc 'python3 c.py'"`, ['b.js', 'c.py']],
    [`n''ode "bu"ild.js`, ['build.js']],
    [
      'cd app && node a.js; (cd lib && ./b.sh); ruby c.rb',
      ['app/a.js', 'app/lib/b.sh', 'app/c.rb'],
    ],
    ['env A=1 timeout -k 5 60 nice -n 3 node build.js', ['build.js']],
    ['sudo -u me sh -c "node x.js"', ['x.js']],
    ["find . -name '*.x' -exec bash each.sh {} \\;", ['each.sh']],
    ['ls | xargs -n 1 node one.js', ['one.js']],
    [
      'node -r ./hook.js --import=./load.mjs --conditions dev main.js x.json',
      ['hook.js', 'load.mjs', 'main.js'],
    ],
    ['node --test a.test.js b.test.js', ['a.test.js', 'b.test.js']],
    ['node -e "1" x.js', []],
    ['bash < in.sh', ['in.sh']],
    ['bash <<END\nnode here.js\nEND', ['here.js']],
    ['sh <<< "node there.js"', ['there.js', 'node there.js']],
    ['echo "node said.js" | sh', ['said.js', 'node said.js']],
    ["su me -c 'node x.js' && trap 'node y.js' EXIT", ['x.js', 'y.js']],
    ['node app', ['app', 'app.js', 'app.ts', 'app/index.js', 'app/index.ts', 'app/package.json']],
    ['python3 app', ['app', 'app/__main__.py']],
    ['cat a.sh | sh', ['a.sh']],
    ['f() { node z.js; }; if true; then f; else echo "$(node y.js)"; fi', ['z.js', 'y.js']],
    ['cat <(node sub.js) `python3 old.py`', ['sub.js', 'old.py']],
    ['make test', ['GNUmakefile', 'makefile', 'Makefile']],
    ['make -C sub -f own.mk', ['sub/own.mk']],
    ['make -fown.mk', ['own.mk']],
    ['npx --yes jest@29 -w 1', ['node_modules/.bin/jest']],
    ['npm exec -- jest', ['node_modules/.bin/jest']],
    ['node_modules/.bin/jest', ['node_modules/.bin/jest']],
    ['/usr/bin/env node a.js && /bin/sh b.sh', ['a.js', 'b.sh']],
    ['bash /tmp/../tmp/x.sh', ['/tmp/x.sh']],
    ['node $FILE other.js', []],
    ['echo node x.js > log.txt', []],
    ['git commit -m "node x.js"', []],
    ['curl https://example.org/x.sh -o x.sh', []],
  ])('of %s', (line, files) => {
    expect(filesOf(line)).toEqual(files);
  });

  it.each([
    ['npm test', '', ['pretest', 'test', 'posttest']],
    ['npm t', '', ['pretest', 'test', 'posttest']],
    ['npm --prefix app run -s build -- --x', 'app', ['prebuild', 'build', 'postbuild']],
    ['cd app && yarn lint', 'app', ['prelint', 'lint', 'postlint']],
  ])('are the package and its scripts with %s', (line, folder, scripts) => {
    const { files, scripts: found } = namedFiles(line);
    expect(files).toContain(folder === '' ? 'package.json' : `${folder}/package.json`);
    expect(found).toEqual([{ folder, scripts }]);
  });

  it('are the scripts of an installation', () => {
    const [found] = namedFiles('npm ci').scripts;
    expect(found?.scripts).toContain('postinstall');
  });

  it('are the own programs of a package in its scripts', () => {
    expect(filesOf('jest && node x.js', true)).toEqual([
      'node_modules/.bin/jest',
      'node_modules/.bin/node',
      'x.js',
    ]);
  });

  it.each(['(', 'a "b', '$(', `${'('.repeat(5000)}`, `${'env '.repeat(20_000)}node a.js`])(
    'are found in %.20j without an error, and soon',
    (line) => {
      const begun = performance.now();
      namedFiles(line);
      expect(performance.now() - begun).toBeLessThan(1000);
    },
  );
});
