import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { isStorable } from '#contract/field-limits.ts';
import { fail, failFields } from '#portal/http/call-result.ts';
import { sendFailure } from '#portal/http/failures.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { outboxPage } from './dev-outbox.template.ts';
import { listNewestMessages } from './message-store.ts';
import { showMessage } from './shown-message.ts';

const pagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** In an address + means a space; a phone may come without it. */
function recipientOf(to: unknown): string | undefined {
  const text = typeof to === 'string' ? to.trim() : '';
  if (text === '') return undefined;
  return /^380\d{9}$/.test(text) ? `+${text}` : text;
}

const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the name by which the server was asked is one of this machine or that of PUBLIC_URL. */
function isOwnHost(host: string, publicUrl: string): boolean {
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  return ownNames.includes(asked) || asked === new URL(publicUrl).hostname;
}

/**
 * /dev/outbox: the newest 50 messages with what became of them, for development; `?to=` one recipient's. JSON for whom
 * accepts that (`{ status, messages: ShownMessage[] }`), else a page. 404 to whom asks by another name than localhost or
 * that of PUBLIC_URL: the name of a foreign page may lead to this machine, and the page would read codes. To be mounted only where messages end in the outbox.
 */
export function devOutboxPlugin({
  db,
  keys,
  config,
}: Pick<PortalServices, 'db' | 'keys' | 'config'>): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (isOwnHost(request.host, config.publicUrl)) return;
      return sendFailure(request, reply, fail('common.notFound'));
    });
    const style = await readFile(join(import.meta.dirname, 'dev-outbox.css'));
    app.get('/dev/outbox/assets/outbox.css', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
    );

    app.get<{ Querystring: { readonly to?: unknown } }>('/dev/outbox', async (request, reply) => {
      const recipient = recipientOf(request.query.to);
      if (recipient !== undefined && !isStorable(recipient))
        return sendFailure(request, reply, failFields([{ path: 'to', code: 'field.invalid' }]));
      const messages = (await listNewestMessages(db, recipient)).map((message) =>
        showMessage({ keys }, message),
      );
      reply.header('cache-control', 'no-store');
      if (request.headers.accept?.includes('application/json'))
        return reply.send({ status: 'success', messages });
      return reply
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send(outboxPage(messages, recipient));
    });
  };
}
