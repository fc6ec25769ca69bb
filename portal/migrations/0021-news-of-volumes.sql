-- Kinds of notifications of a correction of contract volumes: approved, declined, applied.
alter table portal.notification_choice drop constraint notification_choice_kind_check;
alter table portal.notification_choice add constraint notification_choice_kind_check
  check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'actToSign', 'limitApproved', 'limitDeclined', 'limitApplied', 'windowOpens',
    'windowCloses', 'dueSoon', 'plannedSoon', 'limitNear'));

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode', 'limitApproved', 'limitDeclined', 'limitApplied'));
