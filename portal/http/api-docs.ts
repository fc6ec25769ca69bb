import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Call, failureSchema, fileTypesOf } from '#contract/define-call.ts';
import { viewedCalls } from '#contract/identity/viewed-calls.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { httpStatusOf } from './call-result.ts';
import { isRefusedInMaintenance } from './maintenance.ts';
import { apiDocsPolicy } from './web/security-headers.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => {
      // OpenAPI 3.0 lacks propertyNames; the keys are named in the description of the values.
      delete jsonSchema.propertyNames;
    },
  }) as Json;
  return rest;
}

const isCustomers = ({ audience }: Call) => audience !== 'public' && audience !== 'admin';

/** Failure codes of every call of this audience. */
function failuresOf(call: Call): MessageCode[] {
  const codes = new Set<MessageCode>(['common.badRequest', 'common.tooManyRequests', 'common.unexpected']);
  codes.add('common.serviceDown');
  if (isRefusedInMaintenance(call)) codes.add('common.restoredSoon');
  if (call.audience !== 'public') codes.add('common.sessionEnded');
  if (call.audience !== 'public' && call.audience !== 'signedIn') codes.add('common.forbidden');
  if (isCustomers(call) && !viewedCalls.has(call.path)) codes.add('identity.onlyViewed');
  if (call.accountField !== undefined) codes.add('common.notFound');
  for (const code of call.failures) codes.add(code);
  return [...codes];
}

function failureResponses(call: Call): Json {
  const byStatus = Map.groupBy(failuresOf(call), httpStatusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${formatMessage(code)}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Failure' },
                { type: 'object', properties: { code: { type: 'string', enum: codes } } },
              ],
            },
          },
        },
      },
    ]),
  );
}

function securityOf(call: Call): Json[] {
  if (call.audience !== 'public') return [{ bearer: [] }];
  return call.basicAuth ? [{ basic: [] }] : [];
}

/** The body of a request: JSON, or the form of an upload. */
function requestContent(call: Call): Json {
  const payload = schemaOf(call.input, 'input');
  if (call.upload === undefined) return { 'application/json': { schema: payload } };
  const { maxBytes } = call.upload;
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
  return {
    'multipart/form-data': {
      schema: { type: 'object', required: ['payload', 'file'], properties: { payload, file } },
      encoding: { payload: { contentType: 'application/json' } },
    },
  };
}

function describeCall(call: Call): Json {
  return {
    post: {
      summary: call.summary,
      operationId: call.path.replace(/^\/api\//, '').replace(/[^\w]+/g, '_'),
      tags: [call.path.split('/')[2] ?? 'api'],
      description: `Audience: ${call.audience}.`,
      security: securityOf(call),
      requestBody: {
        required: true,
        content: requestContent(call),
      },
      responses: {
        200: {
          description: 'success',
          content: call.file
            ? Object.fromEntries(
                fileTypesOf(call).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
              )
            : { 'application/json': { schema: schemaOf(call.output, 'output') } },
        },
        ...failureResponses(call),
      },
    },
  };
}

/**
 * The OpenAPI description, from the schemas that validate the calls. `serverUrl`: base address of the calls. The calls
 * themselves are described when they are first read: a start of the server need not wait for that.
 */
export function describeCalls(calls: readonly Call[], serverUrl = '/') {
  let paths: Record<string, Json> | undefined;
  return {
    openapi: '3.0.3' as const,
    info: {
      title: 'Svitlo',
      version: packageFile.version,
      license: { name: packageFile.license },
      description:
        'Calls of the customer cabinet. The token travels in the payload (`token`) or as a bearer token. An optional field ' +
        "that is '' or null is taken as absent. 502 and 504 mean " +
        'that the billing back end is down or slow, 503 that the database is.',
    },
    servers: [{ url: serverUrl }],
    get paths() {
      paths ??= Object.fromEntries(calls.map((call) => [call.path, describeCall(call)]));
      return paths;
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http' as const, scheme: 'bearer' },
        basic: { type: 'http' as const, scheme: 'basic' },
      },
      schemas: { Failure: schemaOf(failureSchema, 'output') },
    },
  };
}

/** Serves the API description: JSON at /api/openapi.json, HTML at /api/docs. */
export async function serveApiDocs(
  app: FastifyInstance,
  calls: readonly Call[],
  publicUrl: string,
): Promise<void> {
  const document = describeCalls(calls, publicUrl);
  await app.register(fastifySwagger, { mode: 'static', specification: { document } });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: apiDocsPolicy,
    theme: { title: 'Svitlo API' },
    // Hides the top bar, which would load other descriptions.
    uiConfig: { layout: 'BaseLayout', deepLinking: true },
  });
  app.get('/api/openapi.json', () => document);
}
