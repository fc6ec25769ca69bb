import { listAdmins } from '#contract/admins.ts';
import { fail } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** Administrators (product.md section 4). */
export function adminRoutes(): Route[] {
  return [route(listAdmins, async () => fail('common.serviceDown'))];
}
