-- A message to who asks for the deletion of their personal data. Rows are checked by the next migration.
alter table portal.outgoing_message drop constraint outgoing_message_kind_check;
alter table portal.outgoing_message add constraint outgoing_message_kind_check
  check (kind in ('code', 'passwordChanged', 'contactChanged', 'test', 'accessAdded', 'billIssued',
    'paymentConfirmed', 'paymentFailed', 'paymentReturned', 'readingAccepted', 'readingUnderReview', 'accessChanged',
    'windowOpens', 'windowCloses', 'dueSoon', 'actToSign', 'plannedSoon', 'limitNear', 'paymentReminder',
    'invitation', 'uniqueCode', 'limitApproved', 'limitDeclined', 'limitApplied', 'ticketNews', 'supplierMessage', 'violationAct',
    'adminLink', 'adminAccess', 'adminAccessOfOther', 'erasureAsked')) not valid;
