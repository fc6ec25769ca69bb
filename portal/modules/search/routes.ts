import { FIND_SUBJECTS } from '#billing/api/search.ts';
import { findSubjects, type foundKinds, maxFoundOfKind } from '#contract/search.ts';
import type { Instant } from '#domain/time/instant.ts';
import { relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { searchConversations } from '#portal/modules/desk/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { findCabinets, findCabinetsOf } from './find-cabinets.ts';

/** The desk is the operators'. */
const mayReadConversations = (roles: readonly string[]) =>
  roles.includes('owner') || roles.includes('operator');

const everyConversation = {
  state: undefined,
  topicId: undefined,
  customerType: undefined,
  responsible: undefined,
  assignee: undefined,
  isOverdue: undefined,
};

/** By number, account, phone or words, as the desk finds them. */
async function findConversations(db: PortalDatabase, query: string, now: Instant) {
  const rows = await searchConversations(db, query, everyConversation, now, maxFoundOfKind + 1);
  return rows.map(({ id, account, number, title }) => ({ id, account, number: Number(number), title }));
}

/** Finds anything for the staff; what a role may not read is not looked for. */
export function searchRoutes({ readDb: db }: Pick<PortalServices, 'readDb'>): Route[] {
  return [
    route(findSubjects, async ({ query }, { billing, session, clock }) => {
      const [found, reached, conversations] = await Promise.all([
        billing(FIND_SUBJECTS, { query, limit: maxFoundOfKind }),
        findCabinets(db, query, maxFoundOfKind + 1),
        mayReadConversations(session.roles) ? findConversations(db, query, clock.now()) : [],
      ]);
      if (!found.ok) return relayRefusal(found);
      const ofCustomers = await findCabinetsOf(db, found.data.subjects, maxFoundOfKind + 1);
      const cabinets = [
        ...reached,
        ...ofCustomers.filter(({ id }) => reached.every((cabinet) => cabinet.id !== id)),
      ];
      const more: (typeof foundKinds)[number][] = [...found.data.more];
      if (cabinets.length > maxFoundOfKind) more.push('cabinet');
      if (conversations.length > maxFoundOfKind) more.push('conversation');
      return succeed({
        subjects: found.data.subjects.map(({ ownAccounts: _, ...subject }) => subject),
        cabinets: cabinets.slice(0, maxFoundOfKind),
        conversations: conversations.slice(0, maxFoundOfKind),
        more,
      });
    }),
  ];
}
