import { getServiceStatus } from '#contract/service-status.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import type { ServiceWatch } from './service-watch.ts';

/** The public page of the service: answered from memory, so that it costs nothing however many look. */
export function serviceStatusRoutes(watch: Pick<ServiceWatch, 'read'>): Route[] {
  return [route(getServiceStatus, async () => succeed({ service: await watch.read() }))];
}
