import { startViewing, viewingMinutes } from '#contract/identity/viewings.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { describeObjects } from '../../accounts/public.ts';
import { requireFactorProof } from '../second-factor/own-factor.ts';
import { findViewed, insertViewing, nameOfViewed } from './viewing-store.ts';

/** «Дивитися як клієнт» (product.md section 10, decision 0142). */
export function viewingRoutes(services: Pick<PortalServices, 'db' | 'tokens' | 'keys'>): Route[] {
  const { db, tokens } = services;
  return [
    route(startViewing, async ({ customerId, reason, factorCode }, context) => {
      const { session, clock, address, billing } = context;
      const found = await findViewed(db, customerId);
      if (found === undefined) return fail('common.notFound');
      const unproven = await requireFactorProof(services, factorCode, context);
      if (unproven) return unproven;
      const { type, name: known, cabinetId, card } = found;
      const viewed = await nameOfViewed(db, { identityId: customerId, cabinetId, type }, { known, billing });
      const accounts = await describeObjects(billing, card.objects);
      const viewingId = newId();
      const startedAt = clock.now();
      const expiresAt = (startedAt + viewingMinutes * 60_000) as Instant;
      const viewer = await db.transaction().execute(async (inside) => {
        const kept = { viewingId, viewer: session, viewedId: customerId, cabinetId, reason, address };
        const name = await insertViewing(inside, { ...kept, startedAt, expiresAt });
        const after = { viewed, viewer: name, minutes: viewingMinutes };
        await insertStaffChange(inside, context, { subject: viewed, after }, startedAt);
        return name;
      });
      const until = instantToIso(expiresAt);
      const { phone, email, account, company } = card;
      return succeed({
        user: {
          token: tokens.sign({ sessionId: viewingId, type, isViewing: true, expiresAt }),
          type,
          expires: until,
          userId: customerId,
          phone,
          email,
          account,
          partner: account,
          ...(company !== null && { company }),
        },
        accounts: [...accounts],
        viewing: { viewed, viewer, reason, until },
      });
    }),
  ];
}
