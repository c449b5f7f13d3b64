import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';

const directories = ['', 'd', 'd/e', 'x y', 'out'];
const names = [
  'a',
  'b.txt',
  'c.log',
  '.env',
  'é\u200e',
  ':p',
  '-q',
  'n\nl',
  '*.txt',
  'quo"te',
  'tab\t',
  'b\\s',
  'diff --git a',
];

/** A file operation of an employee. */
export type Deed =
  | { readonly kind: 'write' | 'append'; readonly at: string; readonly text: string }
  | { readonly kind: 'edit'; readonly at: string; readonly from: string; readonly to: string }
  | { readonly kind: 'remove' | 'mkdir' | 'grow'; readonly at: string }
  | { readonly kind: 'move' | 'hardlink'; readonly at: string; readonly to: string }
  | { readonly kind: 'link'; readonly at: string; readonly target: string }
  | { readonly kind: 'chmod'; readonly at: string; readonly mode: number }
  | { readonly kind: 'ignore'; readonly lines: readonly string[] };

const file = fc
  .tuple(fc.constantFrom(...directories), fc.constantFrom(...names))
  .map(([directory, name]) => path.posix.join(directory, name));
const place = fc.oneof(file, fc.constantFrom('d', 'd/e', 'x y', 'out', 'new', 'new/deep'));
/** Some lines look like lines of a patch. */
const line = fc.constantFrom(
  'one',
  'two',
  '',
  '\t',
  'diff --git a/x b/x',
  '-- ',
  '+++ b/y',
  '@@ -1 +1 @@',
  '\\ No newline at end of file',
  'a\rb',
  'u\u2028v',
  'GIT binary patch',
);
const lines = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  .map(([all, end, isEnded]) => all.join(end) + (isEnded ? end : ''));
const text = fc.oneof(
  { weight: 3, arbitrary: lines },
  fc.constantFrom('', 'no end', '\0binary\xff', '\ufeffo\0n\0e\0', 'x\n'.repeat(50)),
);

export const deeds: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), at: file, text }) },
  fc.record({ kind: fc.constant('append' as const), at: file, text }),
  fc.record({
    kind: fc.constant('edit' as const),
    at: file,
    from: fc.constantFrom('first', 'one', 'deep'),
    to: fc.constantFrom('one', 'two', 'first'),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), at: place, to: place }) },
  fc.record({ kind: fc.constant('hardlink' as const), at: file, to: file }),
  fc.record({ kind: fc.constant('mkdir' as const), at: place }),
  fc.record({
    kind: fc.constant('link' as const),
    at: file,
    target: fc.constantFrom('a', 'd', '../nowhere', '/etc/hostname'),
  }),
  fc.record({
    kind: fc.constant('chmod' as const),
    at: place,
    mode: fc.constantFrom(0o600, 0o644, 0o700, 0o755, 0o664),
  }),
  fc.record({
    kind: fc.constant('ignore' as const),
    lines: fc.subarray(['*.log', '.env', 'out/', 'd/', 'a', '!kept.log', 'new/']),
  }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('grow' as const), at: file }) },
);

/** The first files by path; those covered by `firstRules` are not committed. */
const firstFiles: Readonly<Record<string, string>> = {
  a: 'first\n',
  'b.txt': 'first\r\n',
  'kept.log': 'committed though ignored\n',
  'c.log': 'a log of a person\n',
  '.env': 'KEY=of-a-person\n',
  'd/a': 'deep\n',
  'd/e/é': 'deeper\n',
  'x y/:p': 'odd names\n',
  'x y/n\nl': 'odder names\n',
  'out/a': 'made by a build\n',
};

const firstRules = ['*.log', '.env', 'out/'];

/** Does it if possible. */
export function carryOut(root: string, deed: Deed): void {
  try {
    attempt((name) => path.join(root, name), deed);
  } catch {
    // A deed that is impossible here changes nothing.
  }
}

function attempt(at: (name: string) => string, deed: Deed): void {
  switch (deed.kind) {
    case 'write':
    case 'append':
      mkdirSync(path.dirname(at(deed.at)), { recursive: true });
      if (isLink(at(deed.at))) return;
      (deed.kind === 'write' ? writeFileSync : appendFileSync)(at(deed.at), deed.text);
      return;
    case 'edit': {
      if (isLink(at(deed.at))) return;
      const before = readFileSync(at(deed.at), 'latin1');
      return writeFileSync(at(deed.at), before.replace(deed.from, deed.to), 'latin1');
    }
    case 'grow':
      if (!isLink(at(deed.at))) writeFileSync(at(deed.at), Buffer.alloc(2_200_000, 1));
      return;
    case 'remove':
      return rmSync(at(deed.at), { recursive: true });
    case 'mkdir':
      return void mkdirSync(at(deed.at), { recursive: true });
    case 'move':
      return renameSync(at(deed.at), at(deed.to));
    case 'hardlink':
      return linkSync(at(deed.at), at(deed.to));
    case 'link':
      // An existing file is replaced by the link.
      rmSync(at(deed.at), { force: true });
      return symlinkSync(deed.target, at(deed.at));
    case 'chmod':
      if (isLink(at(deed.at))) return;
      if (lstatSync(at(deed.at)).isDirectory() && (deed.mode & 0o100) === 0) return;
      return chmodSync(at(deed.at), deed.mode);
    case 'ignore':
      if (!isLink(at('.gitignore'))) writeFileSync(at('.gitignore'), deed.lines.join('\n'));
  }
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Kind, permissions and content of everything below a directory except `.git`, by path. */
export function contentsOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const pending = [''];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const name of readdirSync(path.join(root, at)).sort()) {
      if (name === '.git') continue;
      const own = path.posix.join(at, name);
      const whole = path.join(root, own);
      const stats = lstatSync(whole);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isDirectory()) {
        found[own] = `directory ${mode}`;
        pending.push(own);
      } else if (stats.isSymbolicLink()) found[own] = `link ${readlinkSync(whole)}`;
      else found[own] = `file ${mode} ${digest(readFileSync(whole))}`;
    }
  }
  return found;
}

/** Writes the first files and their ignore rules. */
export function layOut(root: string): void {
  for (const [name, content] of Object.entries(firstFiles)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  writeFileSync(path.join(root, '.gitignore'), firstRules.join('\n'));
  if (existsSync(path.join(root, 'd/e'))) mkdirSync(path.join(root, 'd/e/empty'));
}

function digest(content: Buffer): string {
  return createHash('sha1').update(content).digest('hex');
}
