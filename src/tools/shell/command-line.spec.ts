import { describe, expect, it } from '@jest/globals';
import { partsOf } from './command-line.js';

const words = (command: string) => partsOf(command)?.map((part) => part.words);

describe('the parts of a command line', () => {
  it('are its programs, as a shell divides them', () => {
    expect(words('npm test')).toEqual([['npm', 'test']]);
    expect(words(`cd app && npm test -- -t "a; b" 2>&1 | grep -c 'x && y' > out.txt`)).toEqual([
      ['cd', 'app'],
      ['npm', 'test', '--', '-t', 'a; b'],
      ['grep', '-c', 'x && y'],
    ]);
    expect(words('find . -name a\\;b -exec rm {} \\;')).toEqual([
      ['find', '.', '-name', 'a;b', '-exec', 'rm', '{}', ';'],
    ]);
    expect(words('npm test # all; of it')).toEqual([['npm', 'test']]);
    expect(words('npm test;')).toEqual([['npm', 'test']]);
    expect(words('CI=true npx jest &>log')).toEqual([['CI=true', 'npx', 'jest']]);
  });

  it('know what they redirect, what stands between them, and whether the shell expands something', () => {
    expect(partsOf('make 2>&1 >/dev/null | tail -n 5 && echo $HOME')).toMatchObject([
      { redirections: ['2>&1', '>/dev/null'], after: '', expands: false },
      { text: 'tail -n 5', after: '|', expands: false },
      { words: ['echo', '$HOME'], after: '&&', expands: true },
    ]);
  });

  it('redirect to files that are named in quotes or by a variable', () => {
    expect(partsOf(`a > "$TMPDIR/x y" && b 2>>'log' < $IN | c >~/d`)).toMatchObject([
      { words: ['a'], redirections: ['>"$TMPDIR/x y"'] },
      { words: ['b'], redirections: ["2>>'log'", '<$IN'] },
      { words: ['c'], redirections: ['>~/d'] },
    ]);
  });

  it.each([
    'a > "unfinished',
    'a > $(b)',
    'a > "`b`"',
    'a > "x"; b',
    'a; b',
    'a || b',
    'a & b',
    'sleep 9 &',
    'a\nb',
    'echo $(a)',
    'echo "$(a)"',
    'echo `a`',
    'echo "`a`"',
    'diff <(a) <(b)',
    '(a)',
    'cat <<END\nx\nEND',
    'a |& b',
    'bash -c "a; b"',
    '/bin/sh -c a',
    'eval a',
    'trap "exit 0" EXIT && a',
    'set +o pipefail && a | b',
    'if a && b',
    '! a',
    '{ a && b',
    "a 'b",
    'a "b',
    'a |',
    '&& a',
    'a > "$(b)"',
    '',
  ])('cannot be known of %j', (command) => {
    expect(partsOf(command)).toBeNull();
  });
});
