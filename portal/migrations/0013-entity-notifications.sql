-- Kinds of notifications that only legal entities have. Of a month there may be three planned payments: their reminders are
-- kept by the day that they are due on.
alter table portal.notification_choice drop constraint notification_choice_kind_check;
alter table portal.notification_choice add constraint notification_choice_kind_check
  check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'actToSign', 'windowOpens', 'windowCloses', 'dueSoon', 'plannedSoon', 'limitNear'));

alter table portal.reminder_sent drop constraint reminder_sent_kind_check;
alter table portal.reminder_sent add constraint reminder_sent_kind_check
  check (kind in ('windowOpens', 'windowCloses', 'dueSoon', 'plannedSoon', 'limitNear'));
alter table portal.reminder_sent drop constraint reminder_sent_period_check;
alter table portal.reminder_sent alter column period type text;
alter table portal.reminder_sent add constraint reminder_sent_period_check
  check (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])(-[0-9]{2})?$');

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder'));
