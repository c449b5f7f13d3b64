import type { TaskScript } from './task-script.js';
import { edit, NotShown, read, search } from './view.js';
import type { View } from './view.js';

/** An edit that mends a package; `all`: at every place. */
export interface PackageEdit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly all?: true;
}

const definedKey = `Object.defineProperty(parent, key, {
                value: value, writable: true, enumerable: true, configurable: true,
            })`;

const dotted = `// HTTP clients read hexadecimal and octal parts; so does the parser of addresses in Node.
function dotted(addr) {
  try {
    return addr.indexOf(':') < 0 ? new URL('http://' + addr).hostname : addr;
  } catch (error) {
    return addr;
  }
}

`;

/** What mends each package of `bench/evals/packages`, by id of the task. */
export const packageEdits: Readonly<Record<string, readonly PackageEdit[]>> = {
  'bytes-hex': [
    { path: 'index.js', from: 'parseInt(val);', to: 'Number.parseInt(val, 10);' },
    {
      path: 'index.js',
      from: 'return map[unit] * floatValue;',
      to: 'return Math.trunc(map[unit] * floatValue);',
    },
  ],
  'cookie-max-age': [
    { path: 'index.js', from: "'Max-Age=' + maxAge", to: "'Max-Age=' + Math.trunc(maxAge)" },
  ],
  'fresh-weak-tag': [
    {
      path: 'index.js',
      from: "match === 'W/' + etag",
      to: "match === 'W/' + etag || 'W/' + match === etag",
    },
  ],
  'ini-section': [
    {
      path: 'ini.js',
      from: 'p = out[section] = out[section] || {}',
      to: "p = section === '__proto__' ? {} : (out[section] = out[section] || {})",
    },
    {
      path: 'ini.js',
      from: 'var l = parts.pop()',
      to: "parts = parts.filter(function (part) { return part !== '__proto__' })\n    var l = parts.pop()",
    },
  ],
  'ip-private': [
    {
      path: 'lib/ip.js',
      from: 'ip.isPrivate = function (addr) {',
      to: `${dotted}ip.isPrivate = function (addr) {\n  addr = dotted(addr);`,
    },
  ],
  'json5-proto': [
    {
      path: 'lib/parse.js',
      from: '            parent[key] = value',
      to: `            ${definedKey}`,
    },
  ],
  'minimist-constructor': [
    {
      path: 'index.js',
      from: "if (key === '__proto__') return;",
      to: "if (key === '__proto__' || key === 'constructor') return;",
      all: true,
    },
  ],
  'ms-negative': [
    {
      path: 'index.js',
      from: 'return options.long ? fmtLong(val) : fmtShort(val);',
      to: "var text = (options.long ? fmtLong : fmtShort)(Math.abs(val));\n    return val < 0 ? '-' + text : text;",
    },
  ],
  'negotiator-parameter': [
    {
      path: 'lib/mediaType.js',
      from: 'var name = p[0];',
      to: 'var name = p[0].trim().toLowerCase();',
    },
  ],
  'path-to-regexp-empty': [
    {
      path: 'index.js',
      from: 'if (!isEndDelimited)',
      to: 'if (tokens.length > 0 && !isEndDelimited)',
    },
  ],
  'qs-comma': [
    {
      path: 'lib/parse.js',
      from: 'if (val && options.comma &&',
      to: "if (options.comma && typeof val === 'string' &&",
    },
  ],
  'range-parser-partial': [
    { path: 'index.js', from: '  var valid = true;\n', to: '' },
    { path: 'index.js', from: 'start < 0) valid = false;', to: 'start < 0) return null;' },
    {
      path: 'index.js',
      from: '  });\n\n  arr.type',
      to: '  }).filter(function(range){ return range !== null; });\n\n  arr.type',
    },
    { path: 'index.js', from: 'return valid ? arr : -1;', to: 'return arr.length > 0 ? arr : -1;' },
  ],
  'shell-quote-meta': [{ path: 'index.js', from: '([A-z]:)?', to: '([a-zA-Z]:)?' }],
  'vary-empty': [
    {
      path: 'index.js',
      from: "res.setHeader('Vary', append(header, field));",
      to: "var value = append(header, field);\n  if (value !== '') res.setHeader('Vary', value);",
    },
  ],
};

/** Looks for the places, reads them, and edits what it was shown. */
export const packageScripts: Readonly<Record<string, TaskScript>> = Object.fromEntries(
  Object.entries(packageEdits).map(([id, edits]) => [id, scriptOf(edits)]),
);

function scriptOf(edits: readonly PackageEdit[]): TaskScript {
  return {
    build: [
      () => edits.map(({ path, from }) => search(literal(from), { path })),
      (view) =>
        edits.map(({ path }, at) => read(path, Math.max(1, lineIn(view, at) - linesBefore))),
      (view) =>
        edits.map(({ path, from, to, all }, at) => {
          const shown = view.fileShownIn(edits.length + at);
          if (!shown.includes(from.trimEnd())) throw new NotShown(`no result shows ${from}`);
          return edit(path, from, to, all);
        }),
      () => 'The fault is mended where it came from.',
    ],
    verify: 'git diff --stat',
  };
}

const linesBefore = 3;

/** The first line of a text that says something, as a pattern. */
function literal(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? text;
  return line.trim().replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function lineIn(view: View, at: number): number {
  const line = /:(\d+):/.exec(view.results[at] ?? '')?.[1];
  if (line === undefined) throw new NotShown('a search found no line');
  return Number(line);
}
