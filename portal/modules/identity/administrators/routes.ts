import {
  readAdminLink as readAdminLinkCall,
  setAdminPassword as setAdminPasswordCall,
} from '#contract/identity/administrator-links.ts';
import {
  actOnAdmin as actOnAdminCall,
  changeAdmin as changeAdminCall,
  createAdmin as createAdminCall,
  listAdmins,
} from '#contract/identity/administrators.ts';
import {
  exportStaffActions,
  listStaffActions as listStaffActionsCall,
} from '#contract/identity/staff-actions.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listAllStaffActions, listStaffActions, staffActionKinds } from './list-staff-actions.ts';
import {
  actOnAdmin,
  changeAdmin,
  createAdmin,
  readAdminLink,
  readAdmins,
  setAdminPassword,
} from './manage-administrators.ts';
import { staffActionsTable } from './staff-action-words.template.ts';

/** Administrators (product.md section 4) and what they changed (section 10, decision 0124). */
export function adminRoutes(services: Pick<PortalServices, 'db' | 'config' | 'keys'>): Route[] {
  const { db } = services;
  const tight = { limit: 'tight' } as const;
  return [
    route(listAdmins, async (_, context) => succeed(await readAdmins(db, context))),
    route(createAdminCall, ({ token: _, ...input }, context) => createAdmin(services, input, context)),
    route(changeAdminCall, ({ token: _, ...input }, context) => changeAdmin(services, input, context)),
    route(actOnAdminCall, ({ token: _, ...input }, context) => actOnAdmin(services, input, context)),
    route(readAdminLinkCall, (input, context) => readAdminLink(services, input, context), tight),
    route(setAdminPasswordCall, (input, context) => setAdminPassword(services, input, context), tight),

    route(listStaffActionsCall, async ({ token: _, ...asked }, context) => {
      const [page, { admins }] = await Promise.all([
        listStaffActions({ db, billing: context.billing }, asked),
        readAdmins(db, context),
      ]);
      if (page === 'wrongCursor') return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const staff = admins.map(({ login, fullName }) => ({ login, name: fullName || login }));
      return succeed({ ...page, staff, kinds: staffActionKinds });
    }),

    route(exportStaffActions, async ({ token: _, format, ...filter }, { billing }) => {
      const { actions, isBillingAway } = await listAllStaffActions({ db, billing }, filter);
      const name = fileNameOf('staffActions', filter.from ?? null, filter.to ?? null);
      const { content, fileName, contentType } = await tableFile(format, name, [
        staffActionsTable(actions, isBillingAway),
      ]);
      return sendFile(content, fileName, contentType, actions.length);
    }),
  ];
}
