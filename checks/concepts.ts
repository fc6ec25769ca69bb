/** The folders (or files) in which a concept of the business stands. */
export const rooms = [
  'contract',
  'billing/api',
  'billing/modules',
  'portal/modules',
  'web/features',
] as const;

/** Each concept of the business by the one name that it has in every room. */
export const concepts: Readonly<Record<string, string>> = {
  accounts: 'accounts and premises of a customer, who has access to them',
  balance: 'debt, overpayment, what is due now',
  'bank-statements': 'statements of banks: upload, matching of rows, booking',
  'billing-periods': 'state of the billing periods and of their closing',
  bills: 'bills, their archive, why one differs from another',
  charges: 'charges of a period, their calculation so far, closing, recalculation',
  codes: 'one-time codes, attempts at them and at passwords',
  consumption: 'consumption by month',
  content: 'texts for customers that staff edit: drafts, versions, what is published',
  contracts: 'contracts of legal entities, their points, sub-consumers, company information',
  conversations: 'tickets and chats: topics, messages, notes, events, clocks, files',
  customers: 'persons and legal entities that the supplier knows, proof of who owns an account',
  'data-export': 'own data of a customer, Green Button',
  'day-night': 'what a two-zone meter would save',
  desk: 'desk of the staff: queue of conversations, answers, templates',
  directory: 'guide and laws',
  documents: 'documents made on request in the background',
  events: 'events of an account, events for operators',
  export: 'the whole billing database in the format of imports',
  feedback: 'marks and texts of customers, their statistics',
  'feed-in': 'feed-in tariff of household power plants',
  home: 'first page of the cabinet',
  identity: 'sign-in, sign-up, recovery, passwords, codes, second factor, sessions, administrators',
  import: 'import of a supplier',
  invoices: 'invoices of legal entities, reactive energy, planned payments, late payment',
  landing: 'public first page',
  ledger: 'postings, corrections, check of the books',
  maintenance: 'a window in which calls of customers are refused, with its end',
  'master-data': 'changes of master data by date',
  outbox: 'messages to customers: SMS, e-mail, push',
  notices: 'service message of the site',
  notifications: 'choices of a customer, reminders, calendar, push',
  overview: 'reads that are composed of several concepts',
  pairs: 'generic pairs of the base specification',
  'payment-documents':
    'invoices, acts of acceptance with objections and tax invoices of legal entities as one list',
  payments: 'orders, providers, callbacks, refunds, history, payment reminders',
  'personal-data': 'all data of a person as an archive, their deletion at the request of the person',
  performance: 'what the servers do now and did in the last day, for the dashboard of the staff',
  readings: 'meters, readings, photos, history',
  'reconciliation-acts': 'acts of reconciliation',
  signatures: 'signed documents, electronic signatures, authorities, seal',
  statistics: 'counts and figures for administrators',
  reports: 'reports over the records of calls, for administrators',
  rules: 'what a supplier decides by date: windows, thresholds, limits, calendars',
  search:
    'finds anything for the staff: customers, accounts, meters, payments, conversations, reports, pages',
  'legal-texts': 'legal texts in versions, which customers agree to',
  'service-status': 'whether the cabinet works: its public page, interruptions, announced maintenance',
  'service-terms': 'how soon the supplier answers, by the kind of request; its calendar',
  'subscriber-book': 'book of an account: readings, charges, payments by month',
  'supplier-messages': 'messages of the supplier to its customers: inbox, sending, who has read them',
  supplier: 'the supplier and its contacts',
  tariffs: 'tariffs and their history',
  'tax-invoices': 'tax invoices of legal entities, as the accounting program made and registered them',
  'violation-acts': 'acts of violation and their payment',
  volumes: 'contract volumes of legal entities by month and point, requests to correct them',
};

/** What stands in a room beside its concepts, without the ending of a file. */
export const besideConcepts: Readonly<Record<(typeof rooms)[number], readonly string[]>> = {
  // messages/ is the catalogue of texts, values/ the schemas that calls and modules share.
  contract: [
    'all-calls',
    'client-log',
    'code-rules',
    'define-call',
    'field-limits',
    'field-rules',
    'fields',
    'live',
    'messages',
    'page-search',
    'pages',
    'request-ids',
    'ruled-field',
    'specification',
    'values',
  ],
  'billing/api': ['all-modules', 'define-module'],
  'billing/modules': [],
  'portal/modules': ['client-log', 'routes'],
  'web/features': [],
};

/** `entries`: the names in each room. Returns a sentence for each that is neither a concept nor known beside them, and for each concept without a place. */
export function findConceptProblems(entries: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const seen = new Set<string>();
  const unknown = rooms.flatMap((room) =>
    [...new Set((entries[room] ?? []).map((entry) => entry.replace(/(\.api)?(\.test)?\.tsx?$/, '')))].flatMap(
      (name) => {
        seen.add(name);
        const isKnown = Object.hasOwn(concepts, name) || besideConcepts[room].includes(name);
        return isKnown
          ? []
          : [`${room}/${name}: no such concept; use its name or add it to checks/concepts.ts`];
      },
    ),
  );
  const unused = Object.keys(concepts).filter((name) => !seen.has(name));
  return [
    ...unknown,
    ...unused.map((name) => `${name}: no room has this concept; remove it from checks/concepts.ts`),
  ];
}
