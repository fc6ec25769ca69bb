import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingClient } from '#billing/client.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Clock } from '#platform/clock.ts';
import type { PaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { ProviderUnavailable, type ProviderWord } from '#portal/gateways/payments/payment-gateway.ts';
import type { CallLog } from '#portal/http/call-log.ts';
import { callbackPath } from './callback-path.ts';
import { hearProvider } from './hear-provider.ts';

const largestReport = 64 * 1024;

/**
 * Where providers report. The body is kept as the bytes that came, because signatures are over them. What is not proved to
 * come from the provider is refused with 403 and leads to nothing; an unknown order is 404; what can't be proved now,
 * because the provider itself has to be asked and is silent, is 503 and to be repeated; everything else is taken with 200,
 * also when it changes nothing, so that the provider stops repeating it.
 */
export function callbackPlugin(services: {
  readonly billing: BillingClient;
  readonly gateways: PaymentGateways;
  readonly clock: Clock;
  readonly callLog: CallLog | undefined;
}): FastifyPluginAsync {
  const { billing, gateways, clock, callLog } = services;
  const outcomes = new WeakMap<FastifyRequest, string>();

  function record(request: FastifyRequest, reply: FastifyReply): void {
    const tookMs = reply.elapsedTime;
    callLog?.recordApiCall({
      happenedAt: Math.round(clock.now() - tookMs),
      reference: request.id,
      name: callbackPath(':provider'),
      durationUs: Math.round(tookMs * 1000),
      outcomeCode: outcomes.get(request) ?? 'common.unexpected',
      httpStatus: reply.statusCode,
      accountNumber: null,
      sessionId: null,
    });
  }

  function refuse(reply: FastifyReply, httpStatus: number, code: MessageCode): FastifyReply {
    const { request } = reply;
    outcomes.set(request, code);
    const message = formatMessage(code, { reference: request.id });
    return reply.code(httpStatus).send({ status: 'fail', code, message, reference: request.id });
  }

  return async (app) => {
    app.addHook('onResponse', async (request, reply) => record(request, reply));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestReport }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Params: { provider: string } }>(callbackPath(':provider'), async (request, reply) => {
      const gateway = gateways.get(request.params.provider);
      if (gateway === undefined) return refuse(reply, 404, 'common.notFound');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      let word: ProviderWord | undefined;
      try {
        word = await gateway.verifyCallback({ headers: request.headers, body });
      } catch (error) {
        if (error instanceof ProviderUnavailable) return refuse(reply, 503, 'common.serviceDown');
        throw error;
      }
      if (word === undefined) return refuse(reply, 403, 'common.forbidden');
      const outcome = await hearProvider(billing, gateway.provider, word, request.id);
      if (outcome === 'unknownOrder') return refuse(reply, 404, 'common.notFound');
      outcomes.set(request, outcome);
      return reply.send({ status: 'success', outcome });
    });
  };
}
