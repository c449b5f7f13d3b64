/**
 * Reads the exact texts of src/protocol/texts from their source: a parameter is written
 * `<parameter>`, and each possible outcome of a text is one wording.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/** A text with more wordings than this is shown with its varying parts left open. */
const mostWordings = 8;
const open = '<…>';

/** Every file that exports texts, with its groups and texts; `format.ts` exports none. */
export function exactTexts(folder) {
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.spec.ts') && name !== 'format.ts')
    .toSorted()
    .map((name) => {
      const file = parse(join(folder, name));
      const known = declarationsIn(file);
      const groups = file.statements.filter(ts.isVariableStatement).filter(isExported);
      return { name: basename(name, '.ts'), groups: groups.map((group) => groupOf(group, known)) };
    })
    .filter(({ groups }) => groups.length > 0);
}

/** Docstrings of the properties in a file, by name. */
export function docstringsIn(path) {
  const found = {};
  const look = (node) => {
    if (ts.isPropertyAssignment(node)) found[node.name.text] = docstringOf(node);
    ts.forEachChild(node, look);
  };
  look(parse(path));
  return found;
}

function parse(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function docstringOf(node) {
  const comment = ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(node).at(-1)?.comment);
  return (comment ?? '').replace(/\s+/g, ' ');
}

function isExported(statement) {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Constants and functions of a file or body, by name. */
function declarationsIn({ statements }, outer = new Map()) {
  const known = new Map(outer);
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement)) known.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      known.set(name.text, initializer);
    }
  }
  return known;
}

function groupOf(statement, known) {
  const [{ name, initializer }] = statement.declarationList.declarations;
  const texts = textsIn(bare(initializer), known).filter(isText);
  return { name: name.text, note: docstringOf(statement), texts };
}

/** The texts of an object; one of an object inside it is called `outer.inner`. */
function textsIn({ properties }, known) {
  return properties.flatMap((property) => {
    const [name, note] = [property.name.text, docstringOf(property)];
    const value = valueOf(property, known);
    const inner = bare(value);
    if (!ts.isObjectLiteralExpression(inner)) {
      return [{ name, note, wordings: wordingsOf(value, known) }];
    }
    const texts = textsIn(inner, known);
    return texts.map((text, index) => ({
      name: `${name}.${text.name}`,
      note: text.note === '' && index === 0 ? note : text.note,
      wordings: text.wordings,
    }));
  });
}

/** False for a predicate about messages, which is no text. */
const isText = ({ name }) => !/^is[A-Z]/.test(name);

/** The value of a property; `{ toTrustPage }` stands for `{ toTrustPage: toTrustPage }`. */
function valueOf(property, known) {
  if (ts.isMethodDeclaration(property)) return property;
  return property.initializer ?? known.get(property.name.text);
}

function bare(node) {
  const isWrapped =
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

function wordingsOf(wrapped, known) {
  const node = bare(wrapped);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  if (isFunction(node)) return returned(node, known, []);
  if (ts.isIdentifier(node)) return named(node.text, known);
  if (ts.isTemplateExpression(node)) return templated(node, known);
  if (ts.isConditionalExpression(node)) return either(node.whenTrue, node.whenFalse, known);
  if (ts.isBinaryExpression(node)) return combined(node, known);
  if (ts.isCallExpression(node)) return called(node, known);
  if (ts.isPropertyAccessExpression(node)) return member(node, known);
  if (ts.isElementAccessExpression(node)) return anyMember(node, known);
  return [placeholder(node)];
}

const isFunction = (node) =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);

/** The possible results of a function called with these arguments. */
function returned(node, known, given) {
  const inside = new Map(known);
  node.parameters.forEach(({ name }, index) => {
    const names = ts.isIdentifier(name) ? [name] : name.elements.map((element) => element.name);
    for (const { text } of names) inside.set(text, given[index] ?? [`<${text}>`]);
  });
  if (!ts.isBlock(node.body)) return wordingsOf(node.body, inside);
  const local = declarationsIn(node.body, inside);
  const results = [];
  const look = (each) => {
    if (ts.isReturnStatement(each)) results.push(wordingsOf(each.expression, local));
    else if (!isFunction(each)) ts.forEachChild(each, look);
  };
  look(node.body);
  return union(results);
}

/** The text of a constant; its name if it is no text. */
function named(name, known) {
  const found = known.get(name);
  if (Array.isArray(found)) return found;
  const isText = found !== undefined && !isFunction(found) && !isReckoned(bare(found));
  return isText ? wordingsOf(found, known) : [`<${name}>`];
}

const isReckoned = (node) =>
  ts.isObjectLiteralExpression(node) ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind !== ts.SyntaxKind.PlusToken) ||
  (ts.isCallExpression(node) && !node.expression.getText().endsWith('.join'));

function templated({ head, templateSpans }, known) {
  const parts = templateSpans.flatMap(({ expression, literal }) => [
    wordingsOf(expression, known),
    [literal.text],
  ]);
  return product([[head.text], ...parts]);
}

const either = (one, other, known) => union([wordingsOf(one, known), wordingsOf(other, known)]);

function combined(node, known) {
  const { left, right, operatorToken } = node;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return product([wordingsOf(left, known), wordingsOf(right, known)]);
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.BarBarToken:
      return either(left, right, known);
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return union([[''], wordingsOf(right, known)]);
    default:
      return [placeholder(node)];
  }
}

const inQuotes = new Set(['quoted', 'JSON.stringify']);
const asTheyAre = new Set(['dollars', 'exact', 'some', 'String']);

function called(node, known) {
  const name = node.expression.getText();
  const [first] = node.arguments;
  if (inQuotes.has(name)) return product([['"'], wordingsOf(first, known), ['"']]);
  if (asTheyAre.has(name)) return wordingsOf(first, known);
  if (name === 'are') return ['is', 'are'];
  if (name === 'spentInCents')
    return [node.arguments.map((each) => `$<${each.text}>`).join(' of ')];
  const own = declared(node.expression, known);
  if (own !== undefined && isFunction(own)) {
    const given = node.arguments.map((argument) => wordingsOf(argument, known));
    return returned(own, known, given);
  }
  if (!ts.isPropertyAccessExpression(node.expression)) return [placeholder(node)];
  const { expression, name: method } = node.expression;
  return method.text === 'join'
    ? union([listsOf(expression, known).map((list) => list.join(first.text))])
    : wordingsOf(expression, known);
}

/** Every list of texts that an expression can have as its value. */
function listsOf(wrapped, known) {
  const node = bare(wrapped);
  if (ts.isConditionalExpression(node)) {
    return [node.whenTrue, node.whenFalse].flatMap((each) => listsOf(each, known));
  }
  if (!ts.isArrayLiteralExpression(node)) return wordingsOf(node, known).map((text) => [text]);
  return node.elements.reduce(
    (lists, element) => lists.flatMap((list) => ended(list, element, known)),
    [[]],
  );
}

function ended(list, element, known) {
  const ends = ts.isSpreadElement(element)
    ? listsOf(element.expression, known)
    : wordingsOf(element, known).map((text) => [text]);
  return ends.map((end) => [...list, ...end]);
}

/** The declaration of a name, or of a name in an object of this file. */
function declared(node, known) {
  if (ts.isIdentifier(node)) return known.get(node.text);
  const object = ts.isPropertyAccessExpression(node) && known.get(node.expression.getText());
  if (!object || Array.isArray(object) || !ts.isObjectLiteralExpression(bare(object))) return;
  return bare(object).properties.find(({ name }) => name.text === node.name.text)?.initializer;
}

function member(node, known) {
  const own = declared(node, known);
  if (own !== undefined) return wordingsOf(own, known);
  if (node.name.text !== 'length') return [placeholder(node)];
  return [`<number of ${node.expression.getText()}>`];
}

function anyMember(node, known) {
  const object = known.get(node.expression.getText());
  if (object === undefined || Array.isArray(object)) return [placeholder(node)];
  const values = bare(object).properties.map(({ initializer }) => wordingsOf(initializer, known));
  return union(values);
}

const placeholder = (node) => `<${node.getText().replace(/\s+/g, ' ')}>`;

function union(many) {
  const all = [...new Set(many.flat())];
  return all.length > mostWordings ? [open] : all;
}

function product(many) {
  const count = many.reduce((total, each) => total * each.length, 1);
  const parts = count > mostWordings ? many.map((each) => (each.length > 1 ? [open] : each)) : many;
  return parts.reduce((all, part) => all.flatMap((one) => part.map((other) => one + other)), ['']);
}
