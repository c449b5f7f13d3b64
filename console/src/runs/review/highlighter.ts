import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import type { Token } from './line-pieces.js';

const grammars = {
  ...{ bash, c, cpp, csharp, css, dockerfile, go, ini, java, javascript, json, kotlin },
  ...{ markdown, php, python, ruby, rust, sql, swift, typescript, xml, yaml },
};
const lowlight = createLowlight(grammars);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** The lines of a text in colours, as tokens. */
export function highlighted(text: string, language: string): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  const visit = (node: Node, look: string): void => {
    if (node.type === 'text') {
      for (const [index, part] of node.value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (part !== '') lines.at(-1)?.push({ text: part, look });
      }
    } else if (node.type === 'element') {
      const own = node.properties.className;
      const first = Array.isArray(own) ? String(own[0]) : look;
      for (const child of node.children) visit(child, first);
    }
  };
  for (const node of lowlight.highlight(language, text).children) visit(node, '');
  return lines;
}
