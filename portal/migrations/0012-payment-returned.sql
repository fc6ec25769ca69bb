-- News of money that went back to the payer.
alter table portal.notification_choice
  drop constraint notification_choice_kind_check,
  add constraint notification_choice_kind_check check (kind in ('billIssued', 'paymentConfirmed', 'paymentFailed',
    'paymentReturned', 'readingAccepted', 'readingUnderReview', 'windowOpens', 'windowCloses', 'dueSoon'));
alter table portal.outgoing_message
  drop constraint outgoing_message_kind_check,
  add constraint outgoing_message_kind_check check (kind in ('code', 'passwordChanged', 'contactChanged', 'test',
    'billIssued', 'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview',
    'windowOpens', 'windowCloses', 'dueSoon', 'paymentReminder'));
