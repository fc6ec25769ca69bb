import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod/mini';
import type { Module } from '#billing/api/define-module.ts';
import { BadModuleRequest } from '#billing/billing-errors.ts';
import { isDatabaseAway } from '#platform/database/is-database-away.ts';
import { isSameText } from '#platform/is-same-text.ts';
import type { Logger } from '#platform/logger.ts';
import { type ServeMetricsOptions, serveMetrics } from '#platform/metrics.ts';
import { acceptUploads, openUpload } from '#platform/uploads/read-upload.ts';
import type { Billing } from '../billing.ts';
import { allHandlers } from '../handlers.ts';

/** A function module that an external billing system must serve; input and output as JSON Schema. */
interface ModuleDescription {
  readonly name: string;
  readonly summary: string;
  readonly failures: readonly string[];
  /** The input field that is sent as a file beside the JSON. */
  readonly upload?: NonNullable<Module['upload']>;
  readonly input: unknown;
  readonly output: unknown;
}

/** Describes modules by the schemas that validate them. */
function describeModules(modules: readonly Module[]): ModuleDescription[] {
  return modules.map((module) => ({
    name: module.name,
    summary: module.summary,
    failures: module.failures,
    ...(module.upload && { upload: module.upload }),
    input: z.toJSONSchema(module.input, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(module.output, { io: 'output', unrepresentable: 'any' }),
  }));
}

export interface ModuleServerOptions {
  readonly billing: Billing;
  /** Shared with the portal; sent as a bearer token with every request. */
  readonly secret: string;
  readonly log: Logger;
  /** Absent: there is no /metrics. */
  readonly metrics?: Pick<ServeMetricsOptions, 'metrics' | 'access'> | undefined;
}

const minSecretLength = 16;
const maxInputBytes = 8_000_000;

const requestSchema = z.object({
  input: z.unknown(),
  context: z.object({
    reference: z.string().check(z.minLength(1), z.maxLength(64)),
    actor: z.string().check(z.minLength(1), z.maxLength(100)),
    sessionId: z.optional(z.string().check(z.maxLength(64))),
  }),
});

function refusal(error: string, issues: BadModuleRequest['issues'] = []) {
  return { error, ...(issues.length > 0 && { issues }) };
}

/**
 * HTTP status of an error: 404 unknown module, 400 invalid input or JSON, 503 database unavailable or full, else 500.
 */
function statusOf(error: unknown): number {
  if (error instanceof BadModuleRequest) return error.reason === 'unknownModule' ? 404 : 400;
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500) return status;
  return isDatabaseAway(error) ? 503 : 500;
}

/**
 * Serves function modules over HTTP: POST /fm/<NAME> with `{input, context}` returns the module's result; GET /fm
 * describes the modules; GET /healthz is the liveness probe; GET /metrics has readers of its own. Other requests
 * without the secret get 401. Throws when the secret is too short.
 */
export function buildModuleServer({ billing, secret, log, metrics }: ModuleServerOptions): FastifyInstance {
  if (secret.length < minSecretLength) {
    throw new Error(`BILLING_BACKEND_SECRET must have at least ${minSecretLength} characters`);
  }
  const loggerInstance: FastifyBaseLogger = log.child({ part: 'modules' });
  const app = Fastify({
    bodyLimit: maxInputBytes,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
  });
  const uploads = new Map(allHandlers.map(({ module }) => [module.name, module.upload]));
  const description = describeModules(allHandlers.map((handler) => handler.module));

  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url;
    if (path === '/healthz' || path === '/metrics') return;
    if (isSameText(request.headers.authorization, `Bearer ${secret}`)) return;
    await reply.code(401).send(refusal('unauthorized'));
  });
  if (metrics !== undefined) {
    const routeOf = ({ params, routeOptions }: FastifyRequest) => {
      const name = (params as { readonly name?: string }).name ?? '';
      return uploads.has(name) ? name : (routeOptions.url ?? 'other');
    };
    serveMetrics(app, { ...metrics, routeOf });
  }
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) request.log.error(error, 'a function module failed');
    if (error instanceof BadModuleRequest) {
      return reply.code(status).send(refusal(error.reason, error.issues));
    }
    return reply.code(status).send(refusal(status >= 500 ? 'fault' : 'badRequest'));
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(refusal('notFound')));
  app.get('/healthz', () => ({ status: 'success' }));
  app.get('/fm', () => ({ modules: description }));
  void app.register(async (scope) => {
    await acceptUploads(scope);
    scope.post<{ Params: { name: string } }>('/fm/:name', async (request, reply) => {
      const { name } = request.params;
      const upload = uploads.get(name);
      if (request.isMultipart() !== (upload !== undefined)) throw new BadModuleRequest('badInput', name);
      const opened = upload && (await openUpload(request, reply, upload.maxBytes));
      const parsed = requestSchema.safeParse(opened ? opened.payload : request.body);
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
        throw new BadModuleRequest('badInput', name, issues);
      }
      const { input, context } = parsed.data;
      const { sessionId, ...caller } = context;
      request.log = request.log.child({ reference: caller.reference, module: name });
      const file = upload && opened && { [upload.field]: await opened.readFile() };
      return billing.run(name, file ? { ...(input as object), ...file } : input, {
        ...caller,
        ...(sessionId !== undefined && { sessionId }),
      });
    });
  });
  return app;
}
