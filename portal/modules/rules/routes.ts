import { RULE_CHANGE, RULE_LIST, RULE_PREVIEW, RULE_UNDO } from '#billing/api/rules.ts';
import { changeRules, listRules, previewRules, undoRules } from '#contract/rules.ts';
import { relay } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';

/** Rules of the supplier by date: every administrator reads them, the billing changes them (product.md §7, §10). */
export function ruleRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  async function administratorOf({ identityId }: Session) {
    const row = await db
      .selectFrom('portal.administrator')
      .select(['login', 'full_name'])
      .where('identity_id', '=', identityId)
      .executeTakeFirst();
    return { id: identityId, name: row?.full_name || row?.login || identityId };
  }

  return [
    route(listRules, async (_input, { billing }) => relay(await billing(RULE_LIST, {}), (rules) => rules)),

    route(changeRules, async ({ values, validFrom, revision, reason, requestId }, { billing, session }) => {
      const administrator = await administratorOf(session);
      const asked = { requestId, values, validFrom, revision, reason, administrator };
      return relay(await billing(RULE_CHANGE, asked), (rules) => rules);
    }),

    route(previewRules, async ({ values, validFrom }, { billing }) =>
      relay(await billing(RULE_PREVIEW, { values, validFrom }), ({ effects }) => ({ effects })),
    ),

    route(undoRules, async ({ changeId, reason }, { billing, session }) => {
      const administrator = await administratorOf(session);
      const asked = { changeId: changeId.toLowerCase(), reason, administrator };
      return relay(await billing(RULE_UNDO, asked), (rules) => rules);
    }),
  ];
}
