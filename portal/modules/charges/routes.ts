import { CUSTOM_INFO_GET } from '#billing/api/accounts.ts';
import { CALCULATION_GET } from '#billing/api/charges.ts';
import { getCommon, postCommon, type ShownCalculation } from '#contract/charges.ts';
import type { InputOf } from '#contract/define-call.ts';
import { formatMessage, isMessageCode } from '#contract/messages/format-message.ts';
import { int4, typedSql } from '#platform/database/typed-sql.ts';
import { type CallResult, failFields, relay, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import {
  customerShownTo,
  customInfo,
  findChosenAccount,
  getProvenContacts,
  updateChosenAccount,
} from '#portal/modules/accounts/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** How many customers of a type have a cabinet (base specification §6). */
async function countCabinets(db: PortalDatabase, type: 'person' | 'entity'): Promise<number> {
  const { rows } = await typedSql({ amount: int4() })`
    select pg_catalog.count(*)::integer as amount from portal.identity
     where identity_type = ${type}
       and not exists (select from portal.company_member member where member.identity_id = identity.identity_id)
  `.execute(db);
  return rows[0]?.amount ?? 0;
}

/** Neither the payload nor the choice of the customer names an account. */
const noAccount = failFields([{ path: 'account', code: 'field.required' }]);

interface CalculationQuestion {
  readonly account?: string | undefined;
  /** A day of the period asked for; absent: the current period. */
  readonly date?: string | undefined;
}

/** The url '/person/calculate' of the generic read: the charge of the current period so far. */
async function readCalculation(
  { account, date }: CalculationQuestion,
  { billing }: Pick<RequestContext, 'billing'>,
): Promise<CallResult<{ data: ShownCalculation }>> {
  if (account === undefined) return noAccount;
  const question = date ? { accountNumber: account, date } : { accountNumber: account };
  return relay(await billing(CALCULATION_GET, question), ({ note, ...calculation }) => ({
    data: {
      ...calculation,
      note: note !== null && isMessageCode(note) ? { code: note, message: formatMessage(note) } : null,
    },
  }));
}

type GenericRead = InputOf<typeof getCommon>;

/** The closed list of what a person reads by url. */
const personReads = {
  async '/person/custom_info'(
    { account }: GenericRead,
    { billing, session }: RequestContext,
    { db }: Pick<PortalServices, 'db'>,
  ) {
    if (account === undefined) return noAccount;
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
