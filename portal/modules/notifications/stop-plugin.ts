import type { FastifyPluginAsync } from 'fastify';
import { notificationChannels } from '#contract/notifications.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { linkedPages } from '#portal/http/web/linked-pages.ts';
import { isReminderOn, stopReminder } from './choice-store.ts';
import { readStop, stopPath } from './stop-link.ts';
import { askToStopPage, badStopPage, stoppedPage } from './stop-page.template.ts';

/**
 * GET and POST /stop/<token>: the link of a reminder that stops it on every channel, without signing in. It asks
 * while the reminder is on, and says so once it is off; 404 for a
 * token that this server did not sign.
 */
export function stopPlugin(
  services: Pick<PortalServices, 'db' | 'keys' | 'config' | 'errorLog' | 'clock'>,
): FastifyPluginAsync {
  return linkedPages(services, {
    path: stopPath(':token'),
    methods: ['GET', 'POST'],
    answer: async (token, { method }) => {
      const stopped = readStop(services.keys.links, token);
      if (stopped === undefined) return { status: 404, html: badStopPage() };
      if (method === 'POST') await stopReminder(services.db, stopped, notificationChannels);
      const isOn = method !== 'POST' && (await isReminderOn(services.db, stopped));
      return { status: 200, html: (isOn ? askToStopPage : stoppedPage)(stopped.kind) };
    },
  });
}
