const proves =
  'a password or a code proves each attempt and counts; its answer holds a token that is not stored';
const ofOneUse = 'a code or a link of one use proves the request: a second one is refused';
const state = 'sets one state: the same again changes nothing';

/** Calls that change something and take no request id, with the reason (decision 0164). */
export const withoutRequestId: Readonly<Record<string, string>> = {
  '/api/auth/person': proves,
  '/api/auth/entity': proves,
  '/api/auth/admin_panel': proves,
  '/api/auth/second-factor': proves,
  '/api/auth/second-factor-resend': 'a code is sent at most once a minute, and the answer says when again',
  '/api/auth/sms': 'a code is sent at most once a minute; with a code it is a sign-in',
  '/api/auth/recover-password': ofOneUse,
  '/api/apply-agreements': ofOneUse,
  '/api/entity/sign-up': ofOneUse,
  '/api/company/join': ofOneUse,
  '/api/admins/set-password': ofOneUse,
  '/api/check-session': 'renews the token: each answer is of its own moment',
  '/api/auth/sign-out': state,
  '/api/client_log': 'comes from broken pages; the same report is counted with the first one',
  '/api/live/open': 'a stream',
  '/api/chat/typing': 'a state of seconds',
  '/api/desk/presence': 'a state of seconds',
  '/api/desk/draft': state,
  '/api/desk/open': state,
  '/api/chat/mark': state,
  '/api/tickets/mark-read': state,
  '/api/calendar/link': 'makes the address once and answers the same one afterwards',
  '/api/admin/supplier/add-logo': 'an upload: the same picture is stored once',
  '/api/admin/imports/add-part': 'an upload: a part with the same number is taken once',
  '/api/admin/bank-statements/add-part': 'an upload: a part with the same number is taken once',
  '/api/signatures/add-authorities': 'an upload: authorities that are there already are counted as known',
};

/** Last words of the paths of calls that change nothing. */
export const readingWords = new Set(
  (
    'access accounts acts api-link archive authorities benefits bill-pdf bills brand cabinets card choices company conversations ' +
    'document entity exceptions explain export file fill-answer find form formats get get-common get-service-message guide history ' +
    'info invitation itm_balance landing laws legal link list list-sent marked-workbook messages meter month months new open ' +
    'options orders overview page pairs payments pdf points points-export points-report preview prices prices-export problems ' +
    'quality read readings receipt reminder request requests review review-photo reviews rows sheet signers state states stats ' +
    'supplier supplier_all supplier_new tax-invoice time-stamp unread waiting workbook xlsx year'
  ).split(' '),
);
