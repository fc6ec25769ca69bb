import { CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import { getCommon, postCommon } from '#contract/common-reads.ts';
import type { InputOf } from '#contract/define-call.ts';
import { fail, relay, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import { readCalculation } from '#portal/modules/calculation/public.ts';
import { findChosenAccount, updateChosenAccount } from '#portal/modules/objects/public.ts';
import { customInfo } from './custom-info.ts';

type GenericRead = InputOf<typeof getCommon>;

async function readCustomInfo({ account }: GenericRead, { billing }: RequestContext) {
  if (account === undefined) return fail('common.badRequest');
  return relay(await billing(CUSTOM_INFO_GET, { accountNumber: account }), (info) => ({
    data: customInfo(info),
  }));
}

/** The closed list of what can be read by url; nothing else is (product.md §3). */
const reads = {
  '/person/custom_info': readCustomInfo,
  '/person/calculate': readCalculation,
  '/admin_panel/get_entities_amount': async () => fail('common.serviceDown'),
  '/admin_panel/get_persons_amount': async () => fail('common.serviceDown'),
} as const satisfies Record<GenericRead['url'], unknown>;

/** Generic read and generic change of the base specification (§7). Without an account the chosen one is meant. */
export function commonReadRoutes({ db }: PortalServices): Route[] {
  return [
    route(getCommon, async (input, context) => {
      const account = input.account ?? (await findChosenAccount(db, context.session.identityId));
      return reads[input.url]({ ...input, account }, context);
    }),

    route(postCommon, async ({ account }, { session }) => {
      await updateChosenAccount(db, session.identityId, account);
      return succeed({});
    }),
  ];
}
