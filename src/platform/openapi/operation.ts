import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { recordSchemas } from './record-schemas.js';

/** A type of the vocabulary by its OpenAPI name. */
type RecordName = keyof typeof recordSchemas;

/** The name of a record, or in brackets an array of such records. */
type AnswerType = RecordName | readonly [RecordName];

interface SchemaReference {
  readonly $ref: string;
}

export function referenceTo(name: RecordName): SchemaReference {
  return { $ref: `#/components/schemas/${name}` };
}

/** Schemas by name of all records that the document refers to, directly or indirectly. */
export function recordsReferredToIn(document: unknown): Record<string, object> {
  const found: Record<string, object> = {};
  const visit = (part: unknown): void => {
    for (const name of namesReferredToIn(part)) {
      if (name in found) continue;
      found[name] = recordSchemas[name];
      visit(recordSchemas[name]);
    }
  };
  visit(document);
  return found;
}

function namesReferredToIn(part: unknown): readonly RecordName[] {
  const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  return [...references].map(([, name]) => name).filter(isRecordName);
}

function isRecordName(name: string | undefined): name is RecordName {
  return name !== undefined && Object.hasOwn(recordSchemas, name);
}

interface OperationOptions {
  /** One line, for people. */
  readonly summary: string;
  /** The answer: a record's name, or `['Run']` for an array of records. */
  readonly answers: AnswerType;
  /** Status of success; default 200. */
  readonly status?: number;
  /** Statuses of refusals beyond those of every operation. */
  readonly refuses?: readonly number[];
}

/**
 * Describes a route handler for OpenAPI and sets its status, so that the two agree. Common refusals
 * are added when the document is made.
 */
export function Operation(options: OperationOptions): MethodDecorator {
  const { summary, answers, status = 200, refuses = [] } = options;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary }),
    ApiResponse({ status, description: 'Success.', schema: schemaOf(answers) }),
    ...refuses.map((refusal) => ApiResponse({ status: refusal, ...refused })),
  );
}

/** The answer of every refusal. */
export const refused = {
  description: 'Refused; the body says why.',
  schema: referenceTo('Refusal'),
};

function schemaOf(answers: AnswerType): ApiResponseSchemaHost['schema'] {
  return typeof answers === 'string'
    ? referenceTo(answers)
    : { type: 'array', items: referenceTo(answers[0]) };
}
