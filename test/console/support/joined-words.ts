import ts from 'typescript';

/**
 * Places of a source where words of a page stand without a space between them, because JSX drops a
 * line break beside an element or an expression.
 */
export function joinedWords(name: string, code: string): readonly string[] {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (hasParts(node) && !hasGaps(node)) {
      for (const [at, text] of node.children.entries()) {
        if (!ts.isJsxText(text) || text.text.trim() === '') continue;
        const joins = [
          breaksBefore.test(text.text) && join(node.children[at - 1], text),
          breaksAfter.test(text.text) && join(text, node.children[at + 1]),
        ];
        if (!joins.includes(true)) continue;
        const { line } = file.getLineAndCharacterOfPosition(text.getEnd());
        found.push(`${name}:${line + 1}: ${text.text.trim()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const breaksBefore = /^\s*\n/;
const breaksAfter = /\n\s*$/;

type WithParts = ts.JsxElement | ts.JsxFragment;

function hasParts(node: ts.Node): node is WithParts {
  return ts.isJsxElement(node) || ts.isJsxFragment(node);
}

/** Rows put space between their parts, as do those that list them. */
function hasGaps(node: WithParts): boolean {
  if (ts.isJsxFragment(node)) return false;
  const { tagName, attributes } = node.openingElement;
  return tagName.getText() === 'Line' || /className="[^"]*\brow\b/.test(attributes.getText());
}

/** Pictures and fields stand apart by their own look. */
const standApart = new Set(['img', 'input', 'Icon']);

/** True if words of the two meet. */
function join(before: ts.JsxChild | undefined, after: ts.JsxChild | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  const [end, begin] = [edgeOf(before, 'end'), edgeOf(after, 'begin')];
  return !/[\s([“‘]$/.test(end) && !/^[\s.,;:!?)\]’”…]/.test(begin);
}

type Side = 'begin' | 'end';

/** What a part shows at a side; a letter where that is not known. */
function edgeOf(node: ts.Node, side: Side): string {
  if (ts.isJsxText(node)) return shownText(node.text);
  if (ts.isJsxSelfClosingElement(node)) {
    return standApart.has(node.tagName.getText()) ? ' ' : 'x';
  }
  if (hasParts(node)) {
    const shown = node.children.filter(
      (each) => !ts.isJsxText(each) || shownText(each.text) !== '',
    );
    const part = shown.at(side === 'begin' ? 0 : -1);
    return part === undefined ? ' ' : edgeOf(part, side);
  }
  if (ts.isJsxExpression(node)) return node.expression ? edgeOf(node.expression, side) : ' ';
  if (ts.isParenthesizedExpression(node)) return edgeOf(node.expression, side);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const text =
      side === 'begin' ? node.head.text : (node.templateSpans.at(-1)?.literal.text ?? '');
    return text === '' ? 'x' : text;
  }
  // `condition && part` shows nothing or the part.
  if (ts.isBinaryExpression(node)) {
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    return isAnd ? edgeOf(node.right, side) : 'x';
  }
  return 'x';
}

/** As JSX shows it: without the line breaks at its ends and what is around them. */
function shownText(text: string): string {
  return text.replace(/^\s*\n\s*/, '').replace(/\s*\n\s*$/, '');
}
