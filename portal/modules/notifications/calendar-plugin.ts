import type { FastifyPluginAsync } from 'fastify';
import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import type { Module, ModuleInput, ModuleOutput } from '#billing/api/define-module.ts';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import type { BillingClient } from '#billing/client.ts';
import { TooManyRequests, tightLimit } from '#portal/http/limits.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { calendarFeed } from './calendar-feed.template.ts';
import { calendarPath, findCalendarOwner, secretOfFile } from './calendar-store.ts';

/** Programs that were told to come again later keep what they have. */
const retrySeconds = 600;

async function ask<M extends Module>(
  billing: BillingClient,
  module: M,
  input: ModuleInput<M>,
  reference: string,
): Promise<ModuleOutput<M>> {
  const result = await billing.call(module, input, { reference, actor: 'calendar' });
  if (!result.ok) throw new Error(`${module.name} refused: ${result.code}`);
  return result.data;
}

/**
 * The calendar of whoever has its secret address: dates and what is owed, names of objects and nothing else, read anew each
 * time. A secret of nobody is answered like any page that is not there; the address stands in no log.
 */
export function calendarPlugin(
  services: Pick<PortalServices, 'db' | 'billing' | 'clock' | 'config' | 'errorLog'>,
): FastifyPluginAsync {
  const { db, billing, clock, config, errorLog } = services;
  const isLimited = config.requestsPerMinute > 0;
  const rateLimit = { ...tightLimit(config.requestsPerMinute), allowList: () => false };

  async function feedOf(secret: string, reference: string): Promise<string | undefined> {
    const owner = await findCalendarOwner(db, secret);
    if (owner === undefined) return undefined;
    const accountNumbers = owner.objects.map(({ accountNumber }) => accountNumber);
    const [{ accounts }, facts] = await Promise.all([
      ask(billing, ACCOUNT_LIST, { accountNumbers }, reference),
      ask(billing, REMINDER_FACTS, { accountNumbers }, reference),
    ]);
    const addresses = new Map(accounts.map(({ accountNumber, address }) => [accountNumber, address]));
    const names = new Map(owner.objects.map(({ accountNumber, name }) => [accountNumber, name]));
    const objects = facts.accounts.map((one) => {
      const { accountNumber } = one;
      return { name: names.get(accountNumber) || addresses.get(accountNumber) || accountNumber, facts: one };
    });
    return calendarFeed({ objects, site: config.publicUrl, madeAt: owner.madeAt });
  }

  return async (app) => {
    app.setErrorHandler((error, request, reply) => {
      reply.header('cache-control', 'no-store').type('text/plain');
      if (error instanceof TooManyRequests) {
        return reply.code(429).header('retry-after', error.seconds).send('');
      }
      errorLog.recordFault(error, request.id, calendarPath(':file'), clock.now());
      return reply.code(503).header('retry-after', retrySeconds).send('');
    });
    app.get<{ Params: { file: string } }>(
      calendarPath(':file'),
      { config: isLimited ? { rateLimit } : {} },
      async (request, reply) => {
        const secret = secretOfFile(request.params.file);
        const feed = secret === undefined ? undefined : await feedOf(secret, request.id);
        reply.header('cache-control', 'no-store');
        if (feed === undefined) return reply.code(404).type('text/plain').send('');
        return reply
          .header('content-disposition', 'inline; filename="svitlo.ics"')
          .type('text/calendar; charset=utf-8')
          .send(feed);
      },
    );
  };
}
