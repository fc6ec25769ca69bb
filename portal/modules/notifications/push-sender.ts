import type { MessageGateway } from '#portal/gateways/messages/message-gateway.ts';
import { vapidKeysOf } from '#portal/gateways/messages/web-push/vapid-keys.ts';
import { createWebPushGateway } from '#portal/gateways/messages/web-push/web-push-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { createSubscriptions } from './push-store.ts';

/** What the keys of VAPID are made of. */
export const vapidPurpose = 'web-push';

/** Whom push services may turn to: the site itself, or whoever its mail comes from. */
function contactOf({ publicUrl, mail }: PortalServices['config']): string {
  if (publicUrl.startsWith('https://')) return publicUrl;
  const address = /<([^<>]+)>$/.exec(mail?.from ?? '')?.[1] ?? mail?.from;
  return `mailto:${address ?? 'no-reply@localhost.localdomain'}`;
}

/** What sends to the browsers that let themselves be told. */
export function createPushSender(
  services: Pick<PortalServices, 'db' | 'secretFor' | 'config'>,
): MessageGateway {
  const { secretFor, config } = services;
  return createWebPushGateway({
    keys: vapidKeysOf(secretFor(vapidPurpose)),
    contact: contactOf(config),
    services: config.pushServices,
    subscriptions: createSubscriptions(services),
  });
}
