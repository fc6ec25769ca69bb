import { CUSTOM_INFO_GET, ENTITY_OVERVIEW } from '#billing/api/accounts.ts';
import { REMINDER_FACTS } from '#billing/api/notifications.ts';
import { METER_LIST } from '#billing/api/readings.ts';
import { VOLUME_DECLINED, VOLUME_NEAR } from '#billing/api/volumes.ts';
import {
  chooseEntityAccount,
  entityMeter,
  entityOverview,
  listEntityAccounts,
} from '#contract/accounts/entity-accounts.ts';
import { noChoice } from '#contract/fields.ts';
import { mayUse } from '#contract/identity/company-roles.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { relayRefusal, succeed } from '#portal/http/call-result.ts';
import {
  companyPersonOf,
  limitOf,
  type PortalServices,
  type RequestContext,
  type Route,
  route,
} from '#portal/http/route.ts';
import { listActsToSign } from '../payment-documents/public.ts';
import { addTextsToMeters, createSupplierContacts } from '../readings/public.ts';
import { customInfo, findChosenAccount, loadObjects, updateChosenAccount } from './public.ts';

/** The accounts of an entity: list, choice, meters (base specification §7). */
export function entityAccountRoutes({ db }: PortalServices): Route[] {
  const contactsOf = createSupplierContacts();

  /** The meters of an account as the calls answer them, or the refusal. */
  async function readMeters(account: string, context: RequestContext) {
    const result = await context.billing(METER_LIST, { accountNumber: account, ...limitOf(context.session) });
    if (!result.ok) return relayRefusal(result);
    return { kind: 'read', meters: addTextsToMeters(result.data.meters, await contactsOf(context)) } as const;
  }

  return [
    route(listEntityAccounts, async (_, { session, billing }) => {
      const accounts = await loadObjects(db, billing, session.identityId);
      const account = await findChosenAccount(db, session.identityId);
      return succeed({ accounts: [...accounts], account: account ?? '' });
    }),

    route(chooseEntityAccount, async ({ account }, context) => {
      if (account === noChoice) {
        await updateChosenAccount(db, context.session.identityId, null);
        return succeed({ custom_info: null, meters: [] });
      }
      const [info, meters] = await Promise.all([
        context.billing(CUSTOM_INFO_GET, { accountNumber: account }),
        readMeters(account, context),
      ]);
      if (!info.ok) return relayRefusal(info);
      if (meters.kind === 'failure') return meters;
      await updateChosenAccount(db, context.session.identityId, account);
      const seesDocuments = mayUse(companyPersonOf(context.session), 'documents', 'read');
      const { debetAct, warning, ...known } = customInfo(info.data);
      const acts = seesDocuments
        ? { debetAct, warning }
        : { debetAct: { count: 0, sum: '0.00' }, warning: null };
      return succeed({ custom_info: { ...known, ...acts }, meters: meters.meters });
    }),

    route(entityOverview, async (_, context) => {
      const { session, billing, clock } = context;
      const accountNumbers = (await loadObjects(db, billing, session.identityId)).map(
        ({ account }) => account,
      );
      const person = companyPersonOf(session);
      const asked = { accountNumbers };
      const none = { ok: true, data: [] } as const;
      const corrects = mayUse(person, 'limits', 'change');
      const [overview, reminders, acts, near, declined] = await Promise.all([
        billing(ENTITY_OVERVIEW, asked),
        billing(REMINDER_FACTS, asked),
        mayUse(person, 'signing', 'change') ? listActsToSign(db, context, accountNumbers) : none,
        corrects ? billing(VOLUME_NEAR, asked) : undefined,
        corrects ? billing(VOLUME_DECLINED, asked) : undefined,
      ]);
      if (!overview.ok) return relayRefusal(overview);
      if (!reminders.ok) return relayRefusal(reminders);
      if (!acts.ok) return relayRefusal(acts);
      if (near?.ok === false) return relayRefusal(near);
      if (declined?.ok === false) return relayRefusal(declined);
      const awaits = new Set(
        reminders.data.accounts.flatMap(({ accountNumber, awaitsReading }) =>
          awaitsReading ? [accountNumber] : [],
        ),
      );
      const window = reminders.data.accounts[0]?.windows[0];
      const seesMoney = mayUse(person, 'money', 'read');
      return succeed({
        today: kyivDateOf(clock.now()),
        accounts: overview.data.accounts.map(({ accountNumber, points, debt }) => ({
          account: accountNumber,
          points,
          debt: seesMoney ? debt : null,
          awaitsReading: awaits.has(accountNumber),
        })),
        dues: seesMoney
          ? overview.data.dues.map(({ accountNumber, ...due }) => ({ account: accountNumber, ...due }))
          : [],
        window: window === undefined ? null : { opensOn: window.opensOn, closesAt: window.closesAt },
        actsToSign: [...acts.data],
        limitsNear: (near?.data.accounts ?? []).map(({ accountNumber, percent, points }) => ({
          account: accountNumber,
          period: near?.data.period ?? '',
          percent,
          points,
        })),
        limitsDeclined: (declined?.data.requests ?? []).map(({ accountNumber, ...request }) => ({
          account: accountNumber,
          ...request,
        })),
      });
    }),

    route(entityMeter, async ({ account }, context) => {
      const meters = await readMeters(account, context);
      return meters.kind === 'failure' ? meters : succeed({ data: meters.meters });
    }),
  ];
}
