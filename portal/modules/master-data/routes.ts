import { MASTER_DATA_CHANGE, MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import { changeMasterData, listMasterData } from '#contract/admin-master-data.ts';
import { relay } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

const shownChanges = 100;

/** Dated changes of master data, for who keeps it (product.md §7). */
export function masterDataRoutes(): Route[] {
  return [
    route(changeMasterData, async ({ account, effectiveOn, document, change }, { billing }) =>
      relay(
        await billing(MASTER_DATA_CHANGE, {
          accountNumber: account,
          source: 'administrator',
          effectiveOn,
          document: document ?? '',
          change,
        }),
        (recorded) => recorded,
      ),
    ),

    route(listMasterData, async ({ account }, { billing }) =>
      relay(
        await billing(MASTER_DATA_CHANGES, { accountNumber: account, limit: shownChanges }),
        (listed) => listed,
      ),
    ),
  ];
}
