/**
 * Cuts the operations that the office uses out of Gitea's published description, as the types of
 * `gitea-js` have it, which are generated from it:
 * `npm install --no-save gitea-js && node test/support/forges/gitea/extract-description.mjs`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';

const { resolve } = createRequire(import.meta.url);
const folder = join(resolve('gitea-js'), '../..');
const { version, license: licence } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);
const file = join(folder, 'dist/index.d.ts');
const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The types leave the status of an answer out. */
const wanted = {
  userGetCurrent: 200,
  repoGet: 200,
  issueListIssues: 200,
  issueGetIssue: 200,
  issueGetComments: 200,
  issueCreateComment: 201,
  repoListPullRequests: 200,
  repoCreatePullRequest: 201,
  repoGetPullRequest: 200,
  repoEditPullRequest: 201,
  repoListPullReviews: 200,
  repoGetPullReviewComments: 200,
  repoGetCombinedStatusByRef: 200,
  repoGetRepoPermissions: 200,
};

const declared = new Map(source.statements.map((each) => [each.name?.text, each]));
const schemas = {};

function reference(name) {
  if (!(name in schemas)) {
    schemas[name] = null;
    const { members, type } = declared.get(name);
    schemas[name] = members === undefined ? schemaOf(type) : fieldsOf(members);
  }
  return { $ref: `#/components/schemas/${name}` };
}

function fieldsOf(members) {
  const required = members.filter((each) => !each.questionToken).map(({ name }) => name.text);
  const properties = members.map((each) => [each.name.text, nullableOf(each)]);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  };
}

function formatOf(member) {
  const [{ comment } = {}] = ts.getJSDocTags(member).filter((tag) => tag.tagName.text === 'format');
  return comment;
}

/** Swagger 2 cannot say what may be null; of Gitea that are lists, times and what is a record itself. */
function nullableOf(member) {
  const schema = schemaOf(member.type, formatOf(member));
  const { type, format, $ref } = schema;
  const isRecord = $ref !== undefined && schemas[$ref.split('/').at(-1)]?.type !== 'string';
  const mayBeNull = isRecord || ['array', 'object'].includes(type) || format === 'date-time';
  return mayBeNull ? { ...schema, nullable: true } : schema;
}

function schemaOf(type, format) {
  const { SyntaxKind } = ts;
  switch (type.kind) {
    case SyntaxKind.StringKeyword:
      return { type: 'string', ...(format === 'date-time' && { format }) };
    case SyntaxKind.NumberKeyword:
      return { type: format?.includes('int') ? 'integer' : 'number' };
    case SyntaxKind.BooleanKeyword:
      return { type: 'boolean' };
    case SyntaxKind.ArrayType:
      return { type: 'array', items: schemaOf(type.elementType) };
    case SyntaxKind.UnionType:
      return { type: 'string', enum: type.types.map(({ literal }) => literal.text) };
    case SyntaxKind.TypeReference:
      return type.typeName.text === 'Record' ? { type: 'object' } : reference(type.typeName.text);
    default:
      return {};
  }
}

function operationOf(member, status) {
  const [method, path] = /@request (\w+):(\S+)/.exec(member.getFullText()).slice(1);
  const { parameters: given, type } = member.type;
  const named = Object.fromEntries(given.map((each) => [each.name.text, each]));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: schemaOf(named[name].type) },
  }));
  const inQuery = (named.query?.type.members ?? []).map((each) => {
    const schema = schemaOf(each.type, formatOf(each));
    return { name: each.name.text, in: 'query', required: !each.questionToken, schema };
  });
  const body = named.body ?? named.data;
  // Promise<HttpResponse<answer, error>>
  const answer = type.typeArguments[0].typeArguments[0];
  const operation = {
    operationId: member.name.text,
    parameters: [...inPath, ...inQuery],
    body: body === undefined ? null : reference(body.type.typeName.text),
    answers: { [status]: schemaOf(answer) },
  };
  return [path, method.toLowerCase(), operation];
}

const paths = {};
function visit(node) {
  const status =
    ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
      ? wanted[node.name.text]
      : undefined;
  if (status === undefined || !ts.isFunctionTypeNode(node.type))
    return ts.forEachChild(node, visit);
  const [path, method, operation] = operationOf(node, status);
  paths[path] = { ...paths[path], [method]: operation };
}
visit(source);

const cutOut = { source: `gitea-js ${version}`, licence, paths, components: { schemas } };
writeFileSync(new URL('description.json', import.meta.url), `${JSON.stringify(cutOut)}\n`);
