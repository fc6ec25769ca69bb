import type { MessageGateway } from '#portal/gateways/messages/message-gateway.ts';
import { createWebPushGateway } from '#portal/gateways/messages/web-push/web-push-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { createSubscriptions } from './push-store.ts';

/** Whom push services may turn to: the site itself, or whoever its mail comes from. */
function contactOf({ publicUrl, mail }: PortalServices['config']): string {
  if (publicUrl.startsWith('https://')) return publicUrl;
  const address = /<([^<>]+)>$/.exec(mail?.from ?? '')?.[1] ?? mail?.from;
  return `mailto:${address ?? 'no-reply@localhost.localdomain'}`;
}

/** What sends to the browsers that let themselves be told. */
export function createPushSender(services: Pick<PortalServices, 'db' | 'keys' | 'config'>): MessageGateway {
  const { config } = services;
  return createWebPushGateway({
    contact: contactOf(config),
    services: config.pushServices,
    subscriptions: createSubscriptions(services),
  });
}
