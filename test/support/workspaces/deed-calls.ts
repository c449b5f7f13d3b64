import type { Deed } from './random-workspace.js';

/** A tool call: name and arguments. */
export type Call = readonly [tool: string, args: object];

/** The calls for a deed: file tools if possible, or everything in the shell. */
export function callsOf(deed: Deed, isByShell: boolean): readonly Call[] {
  const byTools = isByShell ? null : toolCallsOf(deed);
  return byTools ?? [['run_shell', { command: scriptOf(deed) }]];
}

/** Null: no file tool can do it. */
function toolCallsOf(deed: Deed): readonly Call[] | null {
  const { kind } = deed;
  if (kind === 'ignore') return [['write_file', { path: '.gitignore', content: rulesOf(deed) }]];
  const read: Call = ['read_file', { path: deed.at }];
  switch (kind) {
    case 'write':
      return [read, ['write_file', { path: deed.at, content: deed.text }]];
    case 'append':
      return [['write_file', { path: deed.at, content: deed.text, append: true }]];
    case 'edit': {
      const texts = { oldString: deed.from, newString: deed.to, replaceAll: true };
      return [read, ['edit_file', { path: deed.at, ...texts }]];
    }
    case 'remove':
      return [read, ['apply_patch', { patch: patchOf(`*** Delete File: ${deed.at}`) }]];
    default:
      return null;
  }
}

const patchOf = (section: string): string => `*** Begin Patch\n${section}\n*** End Patch`;

const rulesOf = ({ lines }: Deed & { kind: 'ignore' }): string => lines.join('\n');

/** An impossible deed changes nothing. */
function scriptOf(deed: Deed): string {
  if (deed.kind === 'ignore') return put(rulesOf(deed), '>', '.gitignore');
  const at = quoted(deed.at);
  switch (deed.kind) {
    case 'write':
      return `mkdir -p "$(dirname ${at})"; ${put(deed.text, '>', deed.at)}`;
    case 'append':
      return `mkdir -p "$(dirname ${at})"; ${put(deed.text, '>>', deed.at)}`;
    case 'edit':
      return `[ -L ${at} ] || sed -i s/${deed.from}/${deed.to}/ ${at}`;
    case 'remove':
      return `rm -rf ${at}`;
    case 'mkdir':
      return `mkdir -p ${at}`;
    case 'grow':
      return `[ -L ${at} ] || head -c 2200000 /dev/zero > ${at}`;
    case 'move':
      return `mv -T ${at} ${quoted(deed.to)}`;
    case 'hardlink':
      return `ln -T ${at} ${quoted(deed.to)}`;
    case 'link':
      return `[ -d ${at} ] || ln -sfT ${word(deed.target)} ${at}`;
    case 'chmod':
      return `[ -L ${at} ] || [ -d ${at} ] || chmod ${deed.mode.toString(8)} ${at}`;
  }
}

function put(text: string, how: '>' | '>>', name: string): string {
  const bytes = Buffer.from(text).toString('base64');
  const file = quoted(name);
  return `[ -L ${file} ] || printf %s '${bytes}' | base64 -d ${how} ${file}`;
}

/** Quotes a relative path so that it is no option. */
const quoted = (name: string): string => word(`./${name}`);

function word(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
