import { type ReminderKind, reminderKinds } from '#contract/notifications.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type AttachedBill, type NoticeKind, queueMessages } from '../outbox/public.ts';
import { listRecipients } from './recipients.ts';
import { signStop, stopPath } from './stop-link.ts';

/** From 22 to 8 on a Kyiv clock nobody's phone rings. */
const morning = 8;
const evening = 22;

/** When something that rings may be sent: now, or at eight in the morning. */
export function outsideQuietHours(now: Instant): Instant {
  const { date, hour } = kyivTimeOf(now);
  if (hour < morning) return kyivInstant(date, morning, 0);
  if (hour >= evening) return kyivInstant(addDays(date, 1), morning, 0);
  return now;
}

/** What notices are made with. */
export type NoticeServices = Pick<PortalServices, 'keys' | 'config'>;

/** News or a reminder for one person. */
export interface Notice {
  readonly identityId: string;
  readonly kind: NoticeKind;
  /** What fills its words. */
  readonly params: Readonly<Record<string, string>>;
  /** After this it is of no use. */
  readonly expiresAt?: Instant;
  /** What it tells of, to count notices by state. */
  readonly aboutId?: string;
}

const isReminder = (kind: NoticeKind): kind is ReminderKind => reminderKinds.includes(kind as ReminderKind);

/** The bill that a notice tells of. */
function billOf({ account = '', period = '' }: Notice['params']): AttachedBill {
  return { account, period };
}

/**
 * Asks for the sending of notices by the channels that each person has on, in the caller's transaction. What rings waits
 * for the morning; mail does not ring, and a new access to an account is announced at any hour.
 */
export async function sendNotices(
  { keys, config }: NoticeServices,
  db: PortalDatabase,
  notices: readonly Notice[],
  now: Instant,
): Promise<void> {
  const recipients = await listRecipients(
    db,
    notices.map(({ identityId, kind }) => ({ identityId, kind })),
  );
  const stopParams = ({ identityId, kind }: Notice) =>
    isReminder(kind) ? { stop: stopPath(signStop(keys.links, { identityId, kind })) } : {};
  const ringsAt = outsideQuietHours(now);
  const messages = recipients.flatMap(({ position, channel, recipient, wantsBill, isEntity }) => {
    const notice = notices[position];
    if (notice === undefined) return [];
    const { kind, params, expiresAt, aboutId } = notice;
    return [
      {
        channel,
        recipient,
        kind,
        account: params.account,
        params: {
          ...params,
          site: config.publicUrl,
          ...(isEntity && { cabinet: 'entity' }),
          ...stopParams(notice),
        },
        ...(expiresAt !== undefined && { expiresAt }),
        ...(aboutId !== undefined && { aboutId }),
        ...(channel !== 'mail' && kind !== 'accessChanged' && ringsAt > now && { sendAt: ringsAt }),
        ...(wantsBill && kind === 'billIssued' && { attached: billOf(params) }),
      },
    ];
  });
  await queueMessages({ db, keys }, messages, now);
}
