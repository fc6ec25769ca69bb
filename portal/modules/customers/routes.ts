import { ACCOUNT_LIST } from '#billing/api/accounts.ts';
import { DUE_LIST } from '#billing/api/balance.ts';
import {
  actOnCustomer as actOnCustomerCall,
  getCustomer,
  listCustomerAccounts,
  listCustomerConversations,
  listCustomerHistory,
  listCustomerMessages,
} from '#contract/customers.ts';
import type { Instant } from '#domain/time/instant.ts';
import { fail, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { listConversationsOf } from '#portal/modules/desk/public.ts';
import { listOwnedObjects } from '../accounts/public.ts';
import { actOnCustomer, findCustomer, listStaffActions, showCustomer } from '../identity/public.ts';
import { listPushIds } from '../notifications/public.ts';
import { listSentMessages } from '../outbox/public.ts';
import { findOpenErasure } from '../personal-data/public.ts';
import { afterOf, keptSince, messageData, partOf, rowsAtOnce, wrongCursor } from './list-parts.ts';

const accountsAtOnce = 50;

/** The card of a customer for the staff (product.md section 10, decision 0138): the sign-in, and each section by a call of its own. */
export function customerRoutes(services: Pick<PortalServices, 'db' | 'keys'>): Route[] {
  const { db } = services;
  return [
    route(getCustomer, async (input, context) => {
      const shown = await showCustomer(db, input, context);
      if (shown.kind !== 'success') return shown;
      return succeed({ ...shown.fields, erasure: await findOpenErasure(db, input.id) });
    }),
    route(actOnCustomerCall, ({ token: _, ...input }, context) => actOnCustomer(services, input, context)),

    route(listCustomerAccounts, async ({ id, cursor }, { billing, clock }) => {
      const after = cursor === undefined ? [''] : readCursor(cursor, [cursorPart.text]);
      if (after === undefined) return wrongCursor();
      if ((await findCustomer(db, id, clock.now())) === undefined) return fail('common.notFound');
      const owned = await listOwnedObjects(db, id);
      const rest = owned
        .map(({ accountNumber }) => accountNumber)
        .filter((number) => number > (after[0] ?? ''));
      const accountNumbers = rest.slice(0, accountsAtOnce);
      const [known, dues] = await Promise.all([
        billing(ACCOUNT_LIST, { accountNumbers }),
        billing(DUE_LIST, { accountNumbers }),
      ]);
      if (!known.ok) return relayRefusal(known);
      if (!dues.ok) return relayRefusal(dues);
      const accountOf = new Map(known.data.accounts.map((account) => [account.accountNumber, account]));
      const dueOf = new Map(dues.data.accounts.map((due) => [due.accountNumber, due]));
      return succeed({
        accounts: accountNumbers.map((account) => ({
          account,
          address: accountOf.get(account)?.address ?? '',
          hasContract: accountOf.get(account)?.hasContract ?? false,
          due: dueOf.get(account)?.energy ?? '0.00',
          dueActs: dueOf.get(account)?.acts ?? '0.00',
          overpaid: dueOf.get(account)?.overpaid ?? '0.00',
        })),
        next: rest.length > accountsAtOnce ? writeCursor([accountNumbers.at(-1) ?? '']) : null,
      });
    }),

    route(listCustomerConversations, async ({ id, cursor }, { clock }) => {
      const after = afterOf(cursor);
      if (after === undefined) return wrongCursor();
      const customer = await findCustomer(db, id, clock.now());
      if (customer === undefined) return fail('common.notFound');
      const { companyId } = customer;
      const of = companyId === null ? { cabinetId: id } : { cabinetId: companyId, openedBy: id };
      const read = await listConversationsOf(db, of, { ...after, limit: rowsAtOnce + 1 });
      const { rows: conversations, next } = partOf(read);
      return succeed({ conversations, next });
    }),

    route(listCustomerMessages, async ({ id, cursor }, { clock }) => {
      const after = afterOf(cursor);
      if (after === undefined) return wrongCursor();
      const now = clock.now();
      const customer = await findCustomer(db, id, now);
      if (customer === undefined) return fail('common.notFound');
      const { phone, email, createdAt } = customer;
      const recipients = [phone, email, ...(await listPushIds(db, id))].filter((one) => one !== '');
      // What went to a phone before its owner had a cabinet may have been for another one.
      const since = Math.max(createdAt, keptSince(now)) as Instant;
      const read = await listSentMessages(db, { recipients, since }, { ...after, limit: rowsAtOnce + 1 });
      const { rows, next } = partOf(read);
      const messages = rows.map(messageData);
      return succeed({ messages, next });
    }),

    route(listCustomerHistory, async ({ id, account, cursor }, { billing, clock }) => {
      if (id === undefined && account === undefined) return fail('common.notFound');
      if (id !== undefined && (await findCustomer(db, id, clock.now())) === undefined)
        return fail('common.notFound');
      const page = await listStaffActions({ db, billing }, { customer: id, account, cursor });
      if (page === 'wrongCursor') return wrongCursor();
      const { actions, next, isBillingAway } = page;
      return succeed({
        actions: actions.map(
          ({ actionId, happenedAt, reason, who, what, accounts, why, outcome, ...more }) => ({
            id: actionId,
            at: happenedAt,
            refusal: reason,
            who,
            what,
            accounts,
            why,
            outcome,
            changes: more.changes,
            changeCount: more.changeCount,
          }),
        ),
        next,
        isBillingAway,
      });
    }),
  ];
}
