-- Kind of notifications of a violation act: billed, paid in parts, cancelled.
alter table portal.notification_choice drop constraint notification_choice_kind_check;
alter table portal.notification_choice add constraint notification_choice_kind_check
  check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted',
    'readingUnderReview', 'accessChanged', 'actToSign', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews', 'windowOpens',
    'windowCloses', 'dueSoon', 'plannedSoon', 'limitNear', 'supplierMessage', 'violationAct'));

alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews', 'supplierMessage', 'violationAct'));
