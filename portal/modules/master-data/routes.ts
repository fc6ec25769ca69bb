import { MASTER_DATA_CHANGE, MASTER_DATA_CHANGES, RESPONSIBLE_CHANGE } from '#billing/api/master-data.ts';
import { changeMasterData, changeResponsible, listMasterData } from '#contract/master-data.ts';
import { relay, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';

const shownChanges = 100;

/** Dated changes of master data, for who keeps it (product.md §7). */
export function masterDataRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  /** Names of administrators by the actor of a record, which is the session that made it. */
  async function namesOf(actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const sessionIds = actors.flatMap((actor) => /^admin:([0-9a-f-]{36})$/.exec(actor)?.[1] ?? []);
    if (sessionIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('portal.session')
      .innerJoin('portal.administrator', 'portal.administrator.identity_id', 'portal.session.identity_id')
      .select(['session_id', 'login', 'full_name'])
      .where('session_id', 'in', sessionIds)
      .execute();
    return new Map(
      rows.map(({ session_id, login, full_name }) => [`admin:${session_id}`, full_name || login]),
    );
  }

  return [
    route(changeMasterData, async ({ account, effectiveOn, document, change, dryRun }, { billing }) =>
      relay(
        await billing(MASTER_DATA_CHANGE, {
          accountNumber: account,
          source: 'administrator',
          effectiveOn,
          document: document ?? '',
          change,
          ...(dryRun !== undefined && { dryRun }),
        }),
        (recorded) => recorded,
      ),
    ),

    route(changeResponsible, async ({ account, name, phone, role, until, known, reason }, { billing }) =>
      relay(
        await billing(RESPONSIBLE_CHANGE, {
          accountNumber: account,
          source: 'administrator',
          ...{ name, phone, role, until, known, reason },
        }),
        (changed) => changed,
      ),
    ),

    route(listMasterData, async ({ account }, { billing }) => {
      const result = await billing(MASTER_DATA_CHANGES, { accountNumber: account, limit: shownChanges });
      if (!result.ok) return relayRefusal(result);
      const { changes, ...masterData } = result.data;
      const names = await namesOf(changes.map(({ actor }) => actor));
      return succeed({
        ...masterData,
        changes: changes.map(({ actor, ...change }) => ({ ...change, actor: names.get(actor) ?? actor })),
      });
    }),
  ];
}
