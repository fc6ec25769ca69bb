import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const test = '\\.test\\.tsx?$';
/** Folders that an artifact holds (cli/build.ts). */
const production = '^(domain|contract|billing|portal|platform|cli|sample)/';

function rule(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to };
}

/** Who may import whom, as docs/architecture.md says it; by pattern, so that a new concept is guarded from birth. */
export const boundaryRules: IRegularForbiddenRuleType[] = [
  rule('no-cycle', 'Two files need each other: move what both use into a third.', {}, { circular: true }),
  rule(
    'domain-is-pure',
    'domain/ has no I/O, no clock, no framework: give it facts as arguments.',
    { path: '^domain/', pathNot: test },
    { pathNot: '^domain/' },
  ),
  rule(
    'domain-concepts-are-apart',
    'A concept of domain/ uses itself, the values (money, energy, price), time, input, identifiers and tariffs; hand it the rest as data. Rules are the list of what all of them are handed.',
    { path: '^domain/([^/]+)/', pathNot: [test, '^domain/rules/', '/testing/'] },
    { path: '^domain/[^/]+/', pathNot: ['^domain/$1/', '^domain/(time|input|identifiers|tariffs)/'] },
  ),
  rule(
    'contract-knows-the-domain-only',
    'contract/ is what browser and server agree on: it may use domain/ and zod/mini.',
    { path: '^contract/', pathNot: test },
    { path: '.', pathNot: ['^contract/', '^domain/', '^node_modules/zod/'] },
  ),
  rule(
    'billing-knows-no-portal',
    'The billing back end is reached through function modules: of contract/ it knows the values, no calls and no texts.',
    { path: '^billing/', pathNot: ['^billing/testing/', test] },
    { path: '^(contract|portal|web|cli|sample|bench|e2e|checks)/', pathNot: '^contract/values/' },
  ),
  rule(
    'billing-concepts-have-one-public-file',
    'Another concept of billing/ is used through its public.ts: export there what you need.',
    { path: '^billing/modules/([^/]+)/', pathNot: test },
    {
      path: '^billing/modules/[^/]+/',
      pathNot: ['^billing/modules/$1/', '^billing/modules/[^/]+/public\\.ts$'],
    },
  ),
  rule(
    'portal-asks-by-function-modules',
    'The portal reaches billing/ through billing/api and the client only: declare a function module.',
    { path: '^portal/', pathNot: ['^portal/(main|testing/.+)\\.ts$', test] },
    {
      path: '^billing/',
      pathNot: '^billing/(api/|client\\.ts|billing-errors\\.ts|module-handler\\.ts)',
    },
  ),
  rule(
    'portal-concepts-have-one-public-file',
    'Another concept of portal/ is used through its public.ts: export there what you need.',
    { path: '^portal/modules/([^/]+)/', pathNot: test },
    {
      path: '^portal/modules/[^/]+/',
      pathNot: ['^portal/modules/$1/', '^portal/modules/[^/]+/public\\.ts$'],
    },
  ),
  rule(
    'server-knows-no-web',
    'Only web/ imports web/.',
    { path: '^(portal|platform|billing|domain|contract)/' },
    { path: '^web/' },
  ),
  rule(
    'platform-knows-no-electricity',
    'platform/ carries any product: move what knows of accounts or readings to billing/ or portal/.',
    { path: '^platform/', pathNot: test },
    { path: '^(domain|contract|billing|portal|web|cli|sample)/', pathNot: '^domain/(time/|brand\\.ts)' },
  ),
  rule(
    'web-talks-by-contract',
    'The cabinet knows domain/ and contract/ only, and single-flight.ts, which is made for both; everything else is a call.',
    { path: '^web/', pathNot: [test, '^web/(build|prerender|fonts/[^/]+)\\.tsx?$'] },
    {
      path: '^(portal|billing|platform|cli|sample|bench|e2e|checks)/',
      pathNot: '^platform/single-flight\\.ts$',
    },
  ),
  rule(
    'features-are-apart',
    'A feature never imports another feature: the page in web/app composes them.',
    { path: '^web/features/([^/]+)/' },
    { path: '^web/features/[^/]+/', pathNot: '^web/features/$1/' },
  ),
  rule(
    'features-know-no-app',
    'A feature uses web/ui, web/lib and web/session; pages give it what it needs.',
    { path: '^web/features/' },
    { path: '^web/app/' },
  ),
  rule(
    'ui-has-no-domain-words',
    'web/ui is the design system: give it texts and numbers ready to show.',
    { path: '^web/ui/', pathNot: test },
    { path: '^(domain|contract|web)/', pathNot: '^web/ui/' },
  ),
  rule(
    'production-uses-dependencies',
    'What production starts imports only `dependencies` of package.json: an artifact has no others.',
    { path: production, pathNot: [test, '/testing/', '^cli/(build|dev)\\.ts$'] },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  ),
  rule(
    'production-uses-no-test-code',
    'What production starts imports neither tests nor what they share: an artifact has none.',
    { path: production, pathNot: [test, '/testing/'] },
    { path: ['/testing/', test, '^(bench|e2e|checks)/'] },
  ),
  rule(
    'no-orphans',
    'Nothing imports this file: delete it or use it.',
    { orphan: true, pathNot: [test, '\\.d\\.ts$', '^(bench|checks|cli|e2e)/', '^web/(fonts|icons)/'] },
    {},
  ),
];
