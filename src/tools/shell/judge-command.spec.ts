import { describe, expect, it } from '@jest/globals';
import { judgeCommand, tailOf } from './judge-command.js';

const bash = { pipefail: true };
const sh = { pipefail: false };

describe('whether a command succeeded', () => {
  it('is its exit code, where that speaks for all its parts', () => {
    expect(judgeCommand('npm test', 0, sh)).toBe(true);
    expect(judgeCommand('npm run build && npm test', 1, sh)).toBe(false);
    expect(judgeCommand('npm test | grep fail', 0, bash)).toBe(true);
    expect(judgeCommand('npm test | grep fail', 1, bash)).toBe(false);
  });

  it('is not known where a part may have failed unseen', () => {
    expect(judgeCommand('npm test | grep fail', 0, sh)).toBeNull();
    expect(judgeCommand('npm test; echo done', 0, bash)).toBeNull();
    expect(judgeCommand('npm test || true', 0, bash)).toBeNull();
    expect(judgeCommand('echo $(npm test)', 0, bash)).toBeNull();
  });

  it('does not depend on what it reads from a here-document', () => {
    expect(judgeCommand("node - <<'EOF'\na(); b || c\n`d`\nEOF", 0, bash)).toBe(true);
    expect(judgeCommand("node - <<'EOF'\na();\nEOF\n", 1, bash)).toBe(false);
    expect(judgeCommand('python3 - <<-END | tail -3\nprint(1); print(2)\n\tEND', 0, bash)).toBe(
      true,
    );
    expect(judgeCommand('cat <<END\n$(npm test)\nEND', 0, bash)).toBeNull();
    expect(judgeCommand("npm test; cat <<'EOF'\na\nEOF", 0, bash)).toBeNull();
    expect(judgeCommand("cat <<'EOF'\nnever closed", 0, bash)).toBeNull();
    expect(judgeCommand("cat <<'A' <<'B'\nx\nA\ny\nB", 0, bash)).toBe(true);
  });

  it('knows how the last program ended after files that were written first', () => {
    const write = "cat > a.js <<'EOF'\na(); b || c\nEOF\n";
    expect(judgeCommand(`${write}node a.js`, 0, bash)).toBe(true);
    expect(judgeCommand(`${write}${write}node a.js | tail -3`, 1, bash)).toBe(false);
    expect(judgeCommand('cat <<"X" >>"a b"\n1\nX\nnode a.js', 0, bash)).toBe(true);
    expect(judgeCommand('cat <<"X" >> "$TMPDIR/a"\n1\nX\nnode a.js', 0, bash)).toBe(true);
    expect(judgeCommand('cat > a > b\nnode a.js', 0, bash)).toBeNull();
    expect(judgeCommand('cat > "$(npm test)" <<"X"\n1\nX\nnode a.js', 0, bash)).toBeNull();
    expect(judgeCommand('cat <<"X" >>a\n1\nX\nnode a.js', 0, bash)).toBe(true);
    expect(judgeCommand(`${write}node a.js; true`, 0, bash)).toBeNull();
    expect(judgeCommand('cat > a.js <<EOF\n$(npm test)\nEOF\nnode a.js', 0, bash)).toBeNull();
    expect(judgeCommand("cat > a.js <<'EOF'\nnever closed", 0, bash)).toBeNull();
  });

  it.each([
    "cat > a.js <<'EOF' && node a.js\na(); b || c\n$(d)\nEOF",
    'mkdir -p a && cat > a/b <<EOF && npm test\nhi $HOME\nEOF',
    'set -e; npm ci; npm test',
    'set -euo pipefail\nnpm ci\nnpm test 2>&1 | tail -5',
    'set -o errexit -x\nX=1\nnpm ci\nnpm run build && npm test',
    'npm test && exit 3',
    "set -e\ncat > a.js <<'EOF'\na(); b\nEOF\nnode a.js\nnpm test",
    "cat > a.js <<'EOF'\na(); b\nEOF\nset -e\nnode a.js\nnpm test",
    'set -e; (npm ci; npm test); ls',
    'set -e; { npm ci; npm test; } 2>&1',
    '(cd a && npm test)',
    '(cd a && npm test) 2>&1 | tail -5',
    'time npm test',
    'npm test |& tail -5',
    'find . -name a -exec node {} +',
    '# all of them\nnpm test',
    "mkdir -p t\ncat > t/a.js <<'EOF'\na(); b\nEOF\nnode t/a.js",
    'mkdir -p "$TMPDIR/t" && cat > "$TMPDIR/t/a" <<EOF\n$HOME; a || b\nEOF\nnode a 2>&1 | tail -3',
    "tee a.js <<'EOF' > /dev/null\na();\nEOF\nnode a.js",
    'export A=1 B\nnpm test',
    'A=1; B="$A" npm test',
    'set -e; ssh host npm test',
    'npx -y eslint -c a.js .',
    'npm run build -- -c a.js',
    "npx -p typescript -y jest -t 'a; b'",
    'npx --package=eslint eslint -c a.js .',
    'npm exec -- eslint -c a.js .',
    'pnpm exec eslint -c a.js .',
    'pnpm --filter app exec jest',
    'yarn exec jest',
    'bunx eslint -c a.js .',
    'env -S npm test',
    'nice -n 5 npm test',
    'timeout 60 node -c a.js',
    'find . -name a | xargs -n 1 node',
    "concurrently 'npm test' 'npm run lint'",
    "grep -rn 'sh' src",
  ])('is its exit code where no part can fail unseen: %s', (line) => {
    expect([0, 1].map((code) => judgeCommand(line, code, bash))).toEqual([true, false]);
  });

  it.each([
    'npm test & wait',
    'set -e\nnpm ci && npm test\nls',
    'set -e; ! npm test; ls',
    'set -e; npm test || true; ls',
    'set -e; set +e; npm test; ls',
    'set +e; npm test; ls',
    'set -e; exit 0; npm test',
    'set -e; (npm test; ls) && ls',
    '(set -e; npm test; ls) && ls',
    'set -e; for i in 1 2; do npm test; done; ls',
    'set -x; npm test; ls',
    'set -e; X=$(npm test); ls',
    'exit 0 && npm test',
    '{ exit 0; } && npm test',
    'npm test; exit 0',
    'command exit 0 && npm test',
    '! npm test',
    'if npm test; then ls; fi',
    "timeout 60 bash -c 'npm test; ls'",
    "docker exec a sh -lc 'npm test; ls'",
    "env A=1 bash <<'EOF'\nnpm test\nls\nEOF",
    "echo 'npm test; ls' | sudo sh",
    String.raw`find . -name a -exec node {} \;`,
    'cat > "$(npm test)" <<EOF && ls\nEOF',
    'npm test <<< "$(ls)"',
    'npm test > >(grep a)',
    'f() { npm test; ls; }; f',
    "trap 'exit 0' EXIT; npm test",
    'cat > a.js <<EOF\n`npm test`\nEOF\nnode a.js',
    'export A=$(npm test); ls',
    'mkdir t\nnpm test',
    'cd t\nnpm test',
    'mkdir -p t || npm test\nls',
    "cat > a <<'EOF' | npm test\na\nEOF\nls",
    "ssh host 'npm test; ls'",
    "timeout 9 su -l ana -c 'npm test; ls'",
    "flock a -c 'npm test; ls'",
    "npx -y -c 'npm test; ls'",
    "npm exec --call='npm test; ls'",
    "npx -p x -c 'npm test; ls'",
    "npx --package x --package y -c 'npm test; ls'",
    "npx --package=x --call 'npm test; ls'",
    "npx --yes --registry there -c 'npm test; ls'",
    "timeout 60 npx -p x -c 'npm test; ls'",
    "npm exec -p x -c 'npm test; ls'",
    "npm --silent exec --package=x -c 'npm test; ls'",
    "npm exec eslint -c 'npm test; ls'",
    "npm x -c 'npm test; ls'",
    "pnpm exec -c 'npm test; ls'",
    "pnpm -r --shell-mode exec 'npm test; ls'",
    "pnpm --package=x -c dlx 'npm test; ls'",
    "yarn exec 'npm test; ls'",
    "bun exec 'npm test; ls'",
    'env -S \'bash -c "npm test; ls"\'',
    'env -i --split-string=\'sh -c "npm test; ls"\'',
    "xargs sh -c 'npm test; ls'",
    "xargs -n 1 -I{} bash -e -c 'npm test; ls'",
    "watch -g 'npm test; ls'",
    "timeout -k 5 60 bash -o pipefail -c 'npm test; ls'",
    "nice -n 5 bash --norc -euo pipefail -c 'npm test; ls'",
    "nohup dash -c 'npm test; ls'",
    "find . -name a -exec sh -c 'npm test; ls' {} +",
    "find . -execdir bash -ec 'npm test; ls' sh {} +",
    "docker exec a bash -e -c 'npm test; ls'",
    "docker run --rm a sh -o errexit -c 'npm test; ls'",
    "busybox sh -c 'npm test; ls'",
    "sudo -u ana fish -c 'npm test; ls'",
    "runuser -u ana -- sh -c 'npm test; ls'",
    "script -q -c 'npm test; ls' /dev/null",
    "sg staff 'npm test; ls'",
    "parallel ::: 'npm test; ls'",
    "concurrently 'npm test; ls'",
    "npx -y concurrently 'npm test; ls'",
    "cross-env-shell A=1 'npm test; ls'",
    "nix-shell -p node --run 'npm test; ls'",
  ])('is not known where one can: %j', (line) => {
    expect([0, 1].map((code) => judgeCommand(line, code, bash))).toEqual([null, null]);
  });

  it('does not add up a pipeline in a shell that does not, whatever it sets', () => {
    expect(judgeCommand('set -e; npm test | tail -5; ls', 0, sh)).toBeNull();
    expect(judgeCommand('set -e; npm ci; npm test', 0, sh)).toBe(true);
  });

  it('is no where it was killed', () => {
    expect(judgeCommand('npm test; true', null, bash)).toBe(false);
  });
});

describe('the end of an output', () => {
  it('is its last twenty lines', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    expect(tailOf(`${lines.join('\n')}\n`)).toBe(lines.slice(10).join('\n'));
  });

  it('has at most 2,000 characters', () => {
    expect(tailOf(`${'x'.repeat(5000)}end`)).toHaveLength(2000);
    expect(tailOf(`${'x'.repeat(5000)}end`)).toMatch(/xend$/);
  });
});
