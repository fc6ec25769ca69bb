import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '#platform/key-ring.ts';
import { type BankOrder, decideBankOrder, findBankOrder } from './bank-order-store.ts';
import { decidedPage, decisionPage, reportFailedPage, unknownOrderPage } from './bank-page.template.ts';
import { bankPagePath, type SandboxOptions, signatureHeader } from './sandbox-gateway.ts';
import { isPageKey, reportOf, sandboxSecret, signBody } from './sandbox-status.ts';

const pagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const reportTimeoutMs = 8000;

export interface SandboxBankOptions extends Pick<SandboxOptions, 'db' | 'clock'> {
  readonly links: KeyRing;
  /** Where the bank reports in the part of a provider, below the server's own address. */
  readonly callbackPath: (provider: string) => string;
}

interface PageRequest {
  readonly Params: { readonly provider: string; readonly orderId: string };
  readonly Querystring: { readonly key?: unknown };
}

/** The address at which this very server listens. */
function ownAddress(request: FastifyRequest): string {
  const address = request.server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  const host = ['::', '0.0.0.0'].includes(address.address) ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

function sendPage(reply: FastifyReply, httpStatus: number, html: string): FastifyReply {
  return reply
    .code(httpStatus)
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * The pages of the test bank, one for each provider that it plays: the payer pays or refuses, the bank writes it down, reports it to the supplier by a signed
 * request as a real one does, and sends the payer back. The first decision stays; a repeated one is reported again.
 */
export function sandboxBankPlugin(options: SandboxBankOptions): FastifyPluginAsync {
  const { db, clock, links, callbackPath } = options;
  const secretOf = (provider: string) => sandboxSecret(links, provider);

  async function findOpened(request: FastifyRequest<PageRequest>): Promise<BankOrder | undefined> {
    const { provider, orderId } = request.params;
    const isOpened = isPageKey(secretOf(provider), orderId, request.query.key);
    return isOpened ? findBankOrder(db, { provider, orderId }) : undefined;
  }

  const pathOf = ({ provider, orderId }: BankOrder) => bankPagePath(provider, orderId, secretOf(provider));

  async function report(order: BankOrder, ownUrl: string): Promise<boolean> {
    const body = Buffer.from(JSON.stringify(reportOf(order)));
    try {
      const response = await fetch(ownUrl + callbackPath(order.provider), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: signBody(secretOf(order.provider), body),
        },
        body,
        signal: AbortSignal.timeout(reportTimeoutMs),
      });
      return response.ok;
    } catch {
      return false;
    }
  }

  return async (app) => {
    const style = await readFile(join(import.meta.dirname, 'bank.css'));
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    app.get('/sandbox-bank/assets/bank.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
    );

    app.get<PageRequest>('/sandbox-bank/:provider/:orderId', async (request, reply) => {
      const order = await findOpened(request);
      if (order === undefined) return sendPage(reply, 404, unknownOrderPage());
      const html = order.decision === 'waiting' ? decisionPage(order, pathOf(order)) : decidedPage(order);
      return sendPage(reply, 200, html);
    });

    app.post<PageRequest>('/sandbox-bank/:provider/:orderId', async (request, reply) => {
      const opened = await findOpened(request);
      if (opened === undefined) return sendPage(reply, 404, unknownOrderPage());
      const decision = request.body instanceof URLSearchParams ? request.body.get('decision') : null;
      if (decision !== 'paid' && decision !== 'refused') {
        return sendPage(reply, 400, decisionPage(opened, pathOf(opened)));
      }
      const order = await decideBankOrder(db, opened, decision, clock.now());
      if (order === undefined) return sendPage(reply, 404, unknownOrderPage());
      if (!(await report(order, ownAddress(request)))) {
        return sendPage(reply, 502, reportFailedPage(order, pathOf(order)));
      }
      return reply.code(303).header('location', order.returnPath).send();
    });
  };
}
