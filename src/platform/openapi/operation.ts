import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiResponse, type ApiResponseSchemaHost } from '@nestjs/swagger';
import { referenceTo, type AnswerType } from './record-reference.js';

interface OperationOptions {
  /** One line, for people. */
  readonly summary: string;
  /** What is answered: the name of a record, or `['Run']` for an array of them. */
  readonly answers: AnswerType;
  /** Status of success; 200 by default. */
  readonly status?: number;
  /** Statuses of refusals beyond those that any operation may give. */
  readonly refuses?: readonly number[];
}

/**
 * Describes a route handler for OpenAPI and sets its status, so that the two cannot disagree. What
 * every operation has in common is added when the document is made.
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
