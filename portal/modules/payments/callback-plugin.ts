import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingClient } from '#billing/client.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Clock } from '#platform/clock.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { browserReturnPath, pageAfterReturn } from '#portal/gateways/payments/payer-pages.ts';
import { type Callback, ProviderUnavailable } from '#portal/gateways/payments/payment-gateway.ts';
import { tightLimit, wideLimit } from '#portal/http/limits.ts';
import type { CallLog } from '#portal/http/records/call-log.ts';
import type { ErrorLog } from '#portal/http/records/error-log.ts';
import { applyReportedStatus, NotBooked, type StatusResult } from './apply-reported-status.ts';
import { callbackPath } from './pay-ways.ts';

/** What came of a report: what the billing made of it, or why it leads to nothing. */
type CallbackResult =
  | { readonly kind: 'heard'; readonly outcome: StatusResult }
  | { readonly kind: 'refused'; readonly httpStatus: number; readonly code: MessageCode };

function refused(httpStatus: number, code: MessageCode): CallbackResult {
  return { kind: 'refused', httpStatus, code };
}

/** Lets the adapter prove a report and passes it on; nothing that is not proved to come from the provider gets further. */
async function handleCallback(
  { billing, gateways }: { readonly billing: BillingClient; readonly gateways: PaymentGateways },
  provider: string,
  callback: Callback,
  reference: string,
): Promise<CallbackResult> {
  const gateway = gateways.get(provider);
  if (gateway === undefined) return refused(404, 'common.notFound');
  try {
    const reported = await gateway.verifyCallback(callback);
    if (reported === undefined) return refused(403, 'common.forbidden');
    const outcome = await applyReportedStatus(
      billing,
      provider,
      reported,
      reference,
      gateway.reportsAreUnsigned,
    );
    return outcome === 'unknownOrder' ? refused(404, 'common.notFound') : { kind: 'heard', outcome };
  } catch (error) {
    if (error instanceof ProviderUnavailable || error instanceof NotBooked)
      return refused(503, 'common.serviceDown');
    throw error;
  }
}

const largestReport = 64 * 1024;
const returnRoute = `${browserReturnPath}/:provider/*`;
/** Pages are read by GET; a provider that posts the browser to one gets there too. */
const postedPageRoute = '/cabinet/:customer/payments/:paymentId';

interface ReturnRequest {
  readonly Params: { readonly provider: string; readonly '*': string };
}

function addressOf({ url }: FastifyRequest): URL {
  return new URL(url, 'http://here');
}

/**
 * Where providers report. The body is kept as the bytes that came, because signatures are over them. What is not proved to
 * come from the provider is refused with 403 and leads to nothing; an unknown order is 404; what can't be proved now,
 * because the provider itself has to be asked and is silent, is 503 and to be repeated; everything else is taken with 200,
 * also when it changes nothing, so that the provider stops repeating it.
 *
 * Beside it, where a provider sends a payer's browser back by a form (facts 5.4): the form is heard as a report is, and the
 * browser goes on to the page of the payment whatever it said, for the page shows how the payment stands.
 *
 * A provider reports of all its payers from few addresses, so it may do so often; where a report proves nothing and makes us
 * ask, an address may do so seldom, and a browser goes on unheard. Anybody may bring such a report of any order, so that its
 * answer says nothing of the order, not even whether there is one.
 */
export function callbackPlugin(services: {
  readonly billing: BillingClient;
  readonly gateways: PaymentGateways;
  readonly clock: Clock;
  readonly callLog: CallLog | undefined;
  readonly errorLog: ErrorLog;
  /** Of the whole API. 0: no limit. */
  readonly requestsPerMinute: number;
}): FastifyPluginAsync {
  const { gateways, clock, callLog, errorLog, requestsPerMinute } = services;
  const outcomes = new WeakMap<FastifyRequest, string>();
  const nameOf = (request: FastifyRequest) => request.routeOptions.url ?? callbackPath(':provider');

  function record(request: FastifyRequest, reply: FastifyReply): void {
    const tookMs = reply.elapsedTime;
    callLog?.recordApiCall({
      happenedAt: Math.round(clock.now() - tookMs),
      reference: request.id,
      name: nameOf(request),
      durationUs: Math.round(tookMs * 1000),
      outcomeCode: outcomes.get(request) ?? 'common.unexpected',
      httpStatus: reply.statusCode,
      accountNumber: null,
      sessionId: null,
    });
  }

  function refuse(reply: FastifyReply, httpStatus: number, code: MessageCode): FastifyReply {
    const { request } = reply;
    const message = formatMessage(code, { reference: request.id });
    return reply.code(httpStatus).send({ status: 'fail', code, message, reference: request.id });
  }

  /** To the page of a payment, or home. */
  function sendOn(reply: FastifyReply, path: string): FastifyReply {
    const page = pageAfterReturn(path, addressOf(reply.request).search) ?? '/';
    return reply.code(303).header('cache-control', 'no-store').header('location', page).send();
  }

  async function handle(request: FastifyRequest, provider: string) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const api = nameOf(request);
    const billing: BillingClient = {
      call: (module, input, context) => services.billing.call(module, input, { ...context, api }),
    };
    const report = { headers: request.headers, body };
    const handled = await handleCallback({ ...services, billing }, provider, report, request.id);
    outcomes.set(request, handled.kind === 'refused' ? handled.code : handled.outcome);
    return handled;
  }

  const limitOf = ({ params }: FastifyRequest) =>
    gateways.get((params as { provider: string }).provider)?.reportsAreUnsigned
      ? tightLimit(requestsPerMinute)
      : wideLimit(requestsPerMinute);
  const { timeWindow } = wideLimit(requestsPerMinute);

  return async (app) => {
    const countReturn =
      requestsPerMinute === 0
        ? undefined
        : app.createRateLimit({ ...tightLimit(requestsPerMinute), allowList: () => false });

    async function isTooOften(request: FastifyRequest): Promise<boolean> {
      const counted = await countReturn?.(request);
      return counted !== undefined && !counted.isAllowed && counted.isExceeded;
    }

    app.addHook('onResponse', async (request, reply) => record(request, reply));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestReport }, (_request, body, done) =>
      done(null, body),
    );

    app.post<{ Params: { provider: string } }>(
      callbackPath(':provider'),
      { config: { rateLimit: { max: (request) => limitOf(request).max, timeWindow } } },
      async (request, reply) => {
        const { provider } = request.params;
        const handled = await handle(request, provider);
        const isServiceDown = handled.kind === 'refused' && handled.httpStatus === 503;
        if (gateways.get(provider)?.reportsAreUnsigned && !isServiceDown) {
          return reply.send({ status: 'success', outcome: 'heard' });
        }
        if (handled.kind === 'refused') return refuse(reply, handled.httpStatus, handled.code);
        return reply.send({ status: 'success', outcome: handled.outcome });
      },
    );

    app.route<ReturnRequest>({
      method: ['GET', 'POST'],
      url: returnRoute,
      async handler(request, reply) {
        const { provider, '*': path } = request.params;
        outcomes.set(request, 'success');
        try {
          if (request.method === 'POST' && !(await isTooOften(request))) await handle(request, provider);
        } catch (error) {
          errorLog.recordFault(error, request.id, returnRoute, clock.now());
        }
        return sendOn(reply, `/${path}`);
      },
    });

    app.post(postedPageRoute, async (request, reply) => {
      outcomes.set(request, 'success');
      return sendOn(reply, addressOf(request).pathname);
    });
  };
}
