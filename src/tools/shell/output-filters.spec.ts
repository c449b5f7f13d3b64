import { describe, expect, it } from '@jest/globals';
import { withoutFilters } from './output-filters.js';

describe('a command without its output filters', () => {
  it.each([
    'npm test',
    '  npm test\n',
    'npm test 2>&1',
    'npm test 2>/dev/null',
    'npm test 2>&1 | tail -5',
    'npm test | tail -n 20 | head -c 100',
    "npm test | grep -E -A 3 'fail; $x' | sort -rn -k2,3 | uniq -c | wc -l",
    'npm test 2>/dev/null | cat -n 2>&1',
    'npm test 2>&1 | tail --lines=5',
    'npm test | tail --lines 5 | head --bytes=-3',
    'npm test | grep -e fail -e pass',
    'npm test | grep --color=never --context=2 -i fail',
    'npm test | sort -k 2,3n --reverse | uniq --count -f 1',
    'npm test | wc --lines',
    'npm test 2> /dev/null | tail -5',
  ])('%j is npm test', (command) => {
    expect(withoutFilters(command)).toBe('npm test');
  });

  it.each([
    // These read a file, write one, start a program, or are no filters.
    'npm test | cat /etc/passwd',
    'npm test | grep -f list x',
    'npm test | grep x list',
    'npm test | grep -r x',
    'npm test | grep -e x list',
    'npm test | grep x -e y',
    'npm test | grep -e',
    'npm test | grep --file=list x',
    'npm test | grep --include=x y',
    'npm test | sort -k x/y',
    'npm test | sort --output=out',
    'npm test | sort --files0-from=list',
    'npm test | wc --files0-from=list',
    'npm test | tail --lines',
    'npm test | tail --follow=name',
    'npm test | tail --pid=1',
    'npm test | sort -o out',
    'npm test | sort -oout',
    'npm test | sort --compress-program=./evil',
    'npm test | uniq - out',
    'npm test | uniq out',
    'npm test | tail -n +5 log',
    'npm test | head -n',
    'npm test | tee log',
    'npm test | cat > out',
    'npm test | grep $X',
    'npm test | ./grep x',
    'npm test > 2>&1',
    'npm test; tail log',
    'npm test && tail -5',
    'npm test || head -1',
    'npm test\n| cat',
    "echo 'x 2>&1'",
    'echo x\\ 2>&1',
    'npm test | tail -5 &',
  ])('%j is itself', (command) => {
    expect(withoutFilters(command)).toBe(command);
  });

  it('has all that stands before them', () => {
    expect(withoutFilters('cd app && npm test | sed s/a/b/ | tail -1')).toBe(
      'cd app && npm test | sed s/a/b/',
    );
  });
});
