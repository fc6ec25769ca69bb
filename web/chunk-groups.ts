/** One file of many modules. */
interface ChunkGroup {
  readonly name: string;
  readonly test: RegExp;
  readonly priority: number;
  readonly minShareCount?: number;
}

const anyOf = (patterns: readonly string[]) => new RegExp(patterns.join('|'));

/**
 * What travels as one file: a dozen small ones compress worse and wait for each other, styles above all, without which
 * nothing is painted. `base` is what every page needs, the prerendered ones among them; `forms` what every form needs, the
 * sign-in among them; `cabinet` what the frame of the cabinet and most of its pages need; `charts`, `offline` and
 * `home-parts` and `payment-code` what belongs together though several use it, `shared` small things of several pages, `lists` and `steps` what
 * most pages with a list or a form of steps need. The rest goes by who uses it.
 */
export const chunkGroups: readonly ChunkGroup[] = [
  {
    name: 'base',
    priority: 9,
    test: anyOf([
      'node_modules/(react|react-dom|scheduler|zustand)/',
      'node_modules/@tanstack/(react-router|router-core|history|react-store|store)/',
      // What calls the server stays out: few of the public pages need its contract.
      'web/session/(?!leaving/|feedback/|notices/|viewing/|point-digits|typed-digits|rights/|messages-state)',
      'web/app/(text|loading/chunk-reload|session/wanted-page)\\.ts',
      'web/app/layouts/theme-button',
      'web/ui/(button|classes|icons?|brand-mark|skeleton|layout/(stack|page-title|visually-hidden|disclosure|dialog-history))\\.',
      'web/lib/(api|clock|use-hydrated|query/(prefetch-call|minimum-delay))',
      'web/features/supplier/(use-company|supplier-footer|contact-phones|phone-list|text)',
      'contract/(pages|page-search|messages/common-messages)\\.',
      'platform/single-flight\\.',
    ]),
  },
  {
    name: 'forms',
    priority: 8,
    test: anyOf([
      'web/ui/(tip-area|notice|layout/auth-card|form/(field|password-field|phone-field|error-summary))\\.',
      'web/lib/(request-id|form/(use-form|fields-form|typed-values))\\.',
      'web/app/session/use-sign-in-flow',
      'web/features/identity/sign-in/(text|sign-in-form)\\.',
    ]),
  },
  {
    name: 'cabinet',
    priority: 7,
    test: anyOf([
      'node_modules/@tanstack/(react-query|query-core)/',
      'web/app/(query-client|loading/(chunk|chunk-part))\\.tsx?$',
      'web/app/layouts/(cabinet-nav|user-menu|supplier-name)',
      'web/features/notices/service-line',
      'web/session/(rights/use-may|typed-digits)',
      'web/features/readings/offline-queue/(queued-reading|send-before)',
      'web/features/accounts/(object-switcher|use-objects)',
      'web/ui/(cabinet-icons|money-figure|layout/(card|paper)|list/data-table)\\.',
      'web/lib/(format|zone-parts|use-now|use-online|message-text|query/(account-query|query-part)|form/(attempt|blocked-advice))\\.',
      'web/app/pages/person/pages\\.module',
      'domain/(time/(?!weekday-names)|brand\\.|money|energy|price|readings/reading-ask)',
      'contract/(charges|readings|accounts/accounts|identity/(sign-in|admin-roles)|define-call|fields|balance|bills)\\.ts',
    ]),
  },
  {
    name: 'charts',
    priority: 6,
    test: anyOf(['web/ui/chart/(bar-chart|step-chart)\\.']),
  },
  {
    name: 'offline',
    priority: 5,
    test: anyOf(['node_modules/idb/', 'web/offline/', 'web/features/readings/offline-queue/']),
  },
  {
    name: 'home-parts',
    priority: 4,
    test: anyOf([
      'web/app/(pages/person/home\\.module|page-parts/(pay-in-dialog|use-requested-object))',
      'web/features/home/',
      // A person's home has nothing of companies.
      'web/features/balance/(?!entity/)',
      'web/features/consumption/(consumption-placeholder|waiting-text)',
    ]),
  },
  {
    name: 'steps',
    priority: 3,
    test: anyOf(['web/lib/form/(form-text|form-problems|form-step|sent-code)\\.']),
  },
  {
    name: 'shared',
    priority: 3,
    test: anyOf([
      'web/(app/pages/(settings|entity/bills-invoices)|features/(accounts/object-tiles|signatures/(chosen-key|records))|lib/payment-code/nbu-qr|ui/layout/tiles)\\.module',
      'web/(lib/(payment-code/provider-text|list/(support|conversation|actions)-text|files/text)|offline/seen-data|session/feedback/refused-reading|app/session/return-path)\\.ts',
      'contract/values/file-types\\.',
      'domain/conversations/conversation-state\\.',
    ]),
  },
  {
    name: 'payment-code',
    priority: 3,
    test: anyOf(['web/(lib/payment-code/(bank-|payment-code)|ui/layout/device)']),
  },
  {
    name: 'lists',
    priority: 3,
    test: anyOf([
      'web/lib/list/(record-list|period-buttons|list-text)',
      'web/ui/(list/list-head|form/(choice-buttons|select-with-any|filter-bar))',
    ]),
  },
];
