import * as z from 'zod/mini';
import { type Call, failureSchema } from '#contract/define-call.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  }) as Json;
  void $schema;
  return rest;
}

function describeCall(call: Call): Json {
  const security = call.audience === 'public' ? (call.basicAuth ? [{ basic: [] }] : []) : [{ bearer: [] }];
  return {
    post: {
      summary: call.summary,
      operationId: call.path.replace(/^\/api\//, '').replace(/[^\w]+/g, '_'),
      tags: [call.path.split('/')[2] ?? 'api'],
      description: `Audience: ${call.audience}.${call.failures.length > 0 ? ` Refuses with: ${call.failures.join(', ')}.` : ''}`,
      security,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call.input, 'input') } },
      },
      responses: {
        200: {
          description: 'success',
          content: call.file
            ? { [call.file]: { schema: { type: 'string', format: 'binary' } } }
            : { 'application/json': { schema: schemaOf(call.output, 'output') } },
        },
        default: {
          description: 'fail',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  };
}

/** The OpenAPI description of every call, made of the schemas that validate them. */
export function describeCalls(calls: readonly Call[]) {
  return {
    openapi: '3.0.3' as const,
    info: { title: 'Svitlo', version: '0.1.0', description: 'Calls of the customer cabinet.' },
    paths: Object.fromEntries(calls.map((call) => [call.path, describeCall(call)])),
    components: {
      securitySchemes: {
        bearer: { type: 'http' as const, scheme: 'bearer' },
        basic: { type: 'http' as const, scheme: 'basic' },
      },
      schemas: { Failure: schemaOf(failureSchema, 'output') },
    },
  };
}
