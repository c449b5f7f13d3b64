import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { referenceTo, type AnswerType } from './record-reference.js';

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
