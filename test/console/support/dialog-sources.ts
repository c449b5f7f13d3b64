import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * A dialog in the source of the page: its file below console/src, and what it may be headed by, with
 * `…` for what is known only when the page runs.
 */
export interface DialogSource {
  readonly file: string;
  readonly title: string;
}

const root = 'console/src/';
const dialogParts: readonly string[] = ['Dialog', 'Confirm'];
/** The parts themselves, which are headed by whoever uses them. */
const ofParts: readonly string[] = ['ui/dialog.tsx', 'ui/confirm.tsx'];

/** Every heading that a dialog of the page can have. */
export function dialogSources(): readonly DialogSource[] {
  return globSync(`${root}**/*.tsx`)
    .map((path) => path.slice(root.length))
    .filter((file) => !ofParts.includes(file))
    .flatMap(sourcesIn);
}

/** Whether a shown heading can be that of the source. */
export function isHeadedBy(shown: string, { title }: DialogSource): boolean {
  const parts = title.split('…').map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('.+')}$`, 'u').test(shown);
}

function sourcesIn(file: string): DialogSource[] {
  const text = readFileSync(root + file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return allIn(source, isDialog).flatMap((dialog) =>
    titlesOf(titleOf(dialog), source).map((title) => ({ file, title })),
  );
}

function isDialog(node: ts.Node): node is ts.JsxOpeningLikeElement {
  return ts.isJsxOpeningLikeElement(node) && dialogParts.includes(node.tagName.getText());
}

function titleOf(dialog: ts.JsxOpeningLikeElement): ts.Expression | undefined {
  const found = dialog.attributes.properties.find(
    (each) => ts.isJsxAttribute(each) && each.name.getText() === 'title',
  );
  const value = found !== undefined && ts.isJsxAttribute(found) ? found.initializer : undefined;
  return value !== undefined && ts.isJsxExpression(value) ? value.expression : value;
}

/** What the expression can be. */
function titlesOf(node: ts.Expression | undefined, source: ts.SourceFile): readonly string[] {
  if (node === undefined) return ['…'];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    return [...titlesOf(node.whenTrue, source), ...titlesOf(node.whenFalse, source)];
  }
  if (ts.isTemplateExpression(node)) {
    return [[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')];
  }
  return ts.isIdentifier(node) ? titlesOfName(node.text, source) : ['…'];
}

/** Of a constant of the file, or, where it is taken out of a record, of all records of the file. */
function titlesOfName(name: string, source: ts.SourceFile): readonly string[] {
  const constants = allIn(source, ts.isVariableDeclaration).filter(
    (each) => ts.isIdentifier(each.name) && each.name.text === name,
  );
  const fields = allIn(source, ts.isPropertyAssignment).filter(
    (each) => each.name.getText() === name,
  );
  const found = constants.length > 0 ? constants : fields;
  return found.length === 0
    ? ['…']
    : found.flatMap(({ initializer }) => titlesOf(initializer, source));
}

function allIn<T extends ts.Node>(node: ts.Node, isWanted: (node: ts.Node) => node is T): T[] {
  const found: T[] = isWanted(node) ? [node] : [];
  ts.forEachChild(node, (child) => void found.push(...allIn(child, isWanted)));
  return found;
}
