import { listAdmins } from '#contract/identity/administrators.ts';
import {
  exportStaffActions,
  listStaffActions as listStaffActionsCall,
} from '#contract/identity/staff-actions.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listAdministrators } from './administrator-store.ts';
import { listAllStaffActions, listStaffActions } from './list-staff-actions.ts';
import { staffActionsTable } from './staff-action-words.template.ts';

/** Administrators (product.md section 4) and what they changed (section 10, decision 0124). */
export function adminRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(listAdmins, async () => succeed({ admins: await listAdministrators(db) })),

    route(listStaffActionsCall, async ({ token: _, ...asked }) => {
      const [page, admins] = await Promise.all([listStaffActions(db, asked), listAdministrators(db)]);
      if (page === 'wrongCursor') return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const staff = admins.map(({ login, fullName }) => ({ login, name: fullName || login }));
      return succeed({ ...page, staff });
    }),

    route(exportStaffActions, async ({ token: _, format, ...filter }) => {
      const actions = await listAllStaffActions(db, filter);
      const name = fileNameOf('staffActions', filter.from ?? null, filter.to ?? null);
      const { content, fileName, contentType } = await tableFile(format, name, [staffActionsTable(actions)]);
      return sendFile(content, fileName, contentType, actions.length);
    }),
  ];
}
