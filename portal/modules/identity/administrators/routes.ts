import { listAdmins } from '#contract/identity/administrators.ts';
import { succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listAdministrators } from './administrator-store.ts';

/** Administrators (product.md section 4). */
export function adminRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [route(listAdmins, async () => succeed({ admins: await listAdministrators(db) }))];
}
