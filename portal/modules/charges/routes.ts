import { CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import { getCommon, postCommon } from '#contract/charges.ts';
import type { InputOf } from '#contract/define-call.ts';
import { fail, relay, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import {
  customerShownTo,
  customInfo,
  findChosenAccount,
  getProvenContacts,
  updateChosenAccount,
} from '#portal/modules/accounts/public.ts';
import { countCabinets, readCalculation } from './read-calculation.ts';

type GenericRead = InputOf<typeof getCommon>;

/** The closed list of what a person reads by url. */
const personReads = {
  async '/person/custom_info'(
    { account }: GenericRead,
    { billing, session }: RequestContext,
    { db }: Pick<PortalServices, 'db'>,
  ) {
    if (account === undefined) return fail('common.badRequest');
    const asker = await getProvenContacts(db, session.identityId);
    return relay(await billing(CUSTOM_INFO_GET, { accountNumber: account }), (info) => ({
      data: customInfo(info, customerShownTo(asker, { ...info, email: '' }).name),
    }));
  },
  '/person/calculate': (input: GenericRead, context: RequestContext) => readCalculation(input, context),
} as const;

/** The closed list of what an administrator reads by url. */
const countedTypes = {
  '/admin_panel/get_entities_amount': 'entity',
  '/admin_panel/get_persons_amount': 'person',
} as const;

/** The two lists hold every url that the contract lets through; nothing else is read (product.md §3). */
type ReadUrl = keyof typeof personReads | keyof typeof countedTypes;

function isPersonRead(url: ReadUrl): url is keyof typeof personReads {
  return Object.hasOwn(personReads, url);
}

/**
 * Generic read and generic change of the base specification (§7). Without an account the chosen one is meant. For whom a
 * url is, the call declares.
 */
export function commonReadRoutes({ db }: PortalServices): Route[] {
  return [
    route(getCommon, async (input, context) => {
      const { url } = input;
      if (isPersonRead(url)) {
        const account = input.account ?? (await findChosenAccount(db, context.session.identityId));
        return personReads[url]({ ...input, account }, context, { db });
      }
      return succeed({ data: { amount: await countCabinets(db, countedTypes[url]) } });
    }),

    route(postCommon, async ({ account }, { session }) => {
      await updateChosenAccount(db, session.identityId, account);
      return succeed({});
    }),
  ];
}
