import { type ReminderKind, reminderKinds } from '#contract/notifications.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type AttachedBill, type NoticeKind, queueMessages } from '../outbox/public.ts';
import { outsideQuietHours } from './quiet-hours.ts';
import { listRecipients } from './recipients.ts';
import { signStop, stopPath } from './stop-link.ts';

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
  const messages = recipients.flatMap(({ position, channel, recipient, wantsBill }) => {
    const notice = notices[position];
    if (notice === undefined) return [];
    const { kind, params, expiresAt } = notice;
    return [
      {
        channel,
        recipient,
        kind,
        params: { ...params, site: config.publicUrl, ...stopParams(notice) },
        ...(expiresAt !== undefined && { expiresAt }),
        ...(channel !== 'mail' && kind !== 'accessChanged' && ringsAt > now && { sendAt: ringsAt }),
        ...(wantsBill && kind === 'billIssued' && { attached: billOf(params) }),
      },
    ];
  });
  await queueMessages({ db, keys }, messages, now);
}
