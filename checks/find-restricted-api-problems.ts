/** A rule that Biome, the only linter and formatter here, can't express. No comment may switch one of its rules off. */
interface RestrictedApi {
  readonly what: string;
  readonly pattern: RegExp;
  /** Where it may stand. */
  readonly allowed: RegExp;
  /** Where it is looked for. */
  readonly within: RegExp;
  readonly instead: string;
}

const tests = '\\.test\\.tsx?$|/testing/|^e2e/|^bench/|^checks/|^(playwright|vitest)\\.config\\.ts$';

/** One api per effect; a second one is refused with what to do instead. */
const restrictedApis: readonly RestrictedApi[] = [
  {
    what: 'process.env',
    pattern: /process\.env\b/,
    allowed: new RegExp(
      `^portal/config\\.ts$|^platform/embedded-postgres/|^(bin|cli)/|^web/build\\.ts$|${tests}`,
    ),
    within: /\.(ts|tsx)$/,
    instead: 'read it in portal/config.ts and hand it on',
  },
  {
    what: 'fetch in the browser',
    pattern: /\bfetch\(/,
    // A service worker hands on what pages ask for; what is asked for early is handed to api.ts.
    allowed: /^web\/lib\/(api|query\/prefetch-call)\.ts$|^web\/worker\//,
    within: /^web\/(?!.*\.test\.)/,
    instead: 'call the server through web/lib/api.ts',
  },
  {
    what: 'local storage',
    pattern: /\b(localStorage|sessionStorage)\b/,
    allowed:
      /^web\/session\/(persisted-state|feedback\/marked-pages|notices\/closed-messages|viewing\/viewing-tab)\.ts$|^web\/app\/loading\/chunk-reload\.ts$/,
    within: /^web\/(?!.*\.test\.)/,
    instead: 'keep it through web/session/persisted-state.ts',
  },
  {
    what: 'the clock',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\(\)/,
    allowed: new RegExp(`^platform/clock\\.ts$|^web/lib/clock\\.ts$|${tests}`),
    within: /\.(ts|tsx)$/,
    instead: 'take the time from the injected clock',
  },
  {
    what: 'a line for the operator',
    pattern: /\bconsole\.\w+\(|\bprocess\.std(err|out)\b/,
    allowed: new RegExp(tests),
    within: /^(domain|contract|billing|portal|platform)\/.*\.ts$/,
    instead: 'write it to the log that platform/logger.ts makes',
  },
  {
    what: 'a value in the condition of a partial index',
    // A statement that is planned for all values does not match the index.
    pattern: /\bconflict\.columns?\([^)]*\)\.where\('/,
    allowed: new RegExp(tests),
    within: /\.ts$/,
    instead: 'write the condition with sql`…` and no parameter',
  },
  {
    what: 'chance',
    pattern: /\bMath\.random\(/,
    allowed: new RegExp(tests),
    within: /\.(ts|tsx)$/,
    instead: 'use node:crypto, or a seed',
  },
  {
    what: 'floating-point money',
    pattern: /\bparseFloat\(|\.toFixed\(2\)/,
    allowed: new RegExp(`^domain/|${tests}`),
    within: /\.(ts|tsx)$/,
    instead: 'use domain/money.ts or domain/energy.ts',
  },
  {
    what: 'Ukrainian text',
    // Comments may quote what a customer reads; a rule may know the words that it finds in what others write.
    pattern: /^(?!\s*(?:\*|\/\/|\/\*|--|\{\/\*)).*[\u0400-\u04ff]/,
    allowed: new RegExp(
      `^contract/(messages|reports)/|^web/.*text\\.tsx?$|^web/index\\.html$|/document/|template\\.ts$|^domain/.*-words\\.ts$|^sample/|^bench/make|^docs/|${tests}`,
    ),
    within: /^(domain|contract|billing|portal|platform|web|cli)\/.*\.(ts|tsx|sql)$/,
    instead: 'put it into the message catalogue, a text.ts of web, or a document template',
  },
  {
    what: 'a row type that nothing checks',
    // Remains allowed: a statement without a row type, and a boolean that is only a condition.
    pattern: /\bsql(\.raw)?<(?!boolean>)|\bexecuteQuery<|\.query<|\bRawBuilder<(?!unknown>|boolean>)/,
    allowed: new RegExp(`^platform/database/typed-sql\\.ts$|${tests}`),
    within: /\.ts$/,
    instead: 'declare its columns by platform/database/typed-sql.ts',
  },
  {
    what: 'the failure of a query',
    pattern: /\bFailedPart\b/,
    allowed: new RegExp(tests),
    within: /^web\/.*\.tsx?$/,
    instead: 'show it by QueryPart or QueryFailure of web/lib/query/query-part.tsx',
  },
  {
    what: 'the state of a query',
    pattern: /\b(isPending|isError|isSuccess|isLoading)\b/,
    allowed: new RegExp(tests),
    within: /^web\/(app|features|session|ui)\//,
    instead: 'show it by QueryPart of web/lib/query/query-part.tsx',
  },
  {
    what: 'the query of the address',
    pattern: /\bURLSearchParams\b|\blocation\.search\b|\bsearchParams\b/,
    // What is asked for before the code of a page is there has no router yet.
    allowed: new RegExp(`^web/app/router\\.tsx$|^web/session/first-reads\\.ts$|${tests}`),
    within: /^web\//,
    instead: 'declare the parameter in contract/pages.ts and read it by useSearch',
  },
  {
    what: 'rules that are not those in force',
    pattern: /\bstartingValues\(|\bdefault\w*(Rules|Limits|Rates|Terms)\b/,
    allowed: new RegExp(`^domain/rules/|^billing/modules/rules/|${tests}`),
    within: /^(domain|billing|portal|web|cli)\/.*\.tsx?$/,
    instead:
      'ask for those of an instant or a month: rulesAt, rulesOfPeriod of billing/modules/rules/public.ts',
  },
  {
    what: 'plural forms',
    pattern: /\bPluralRules\b/,
    allowed: new RegExp(`^contract/messages/format-text\\.ts$|${tests}`),
    within: /\.(ts|tsx)$/,
    instead: 'write {n|one|few|many} into the text and fill it in by formatText',
  },
  {
    what: 'work that runs once at a time, by hand',
    pattern: /\blet \w+: Promise<.*> \| undefined\b|\?\?= [\w.]+\(.*\)\.(then|catch|finally)\(/,
    // What ends a process is run once in its life.
    allowed: new RegExp(`^platform/single-flight\\.ts$|^cli/(open-database|start)\\.ts$|${tests}`),
    within: /\.(ts|tsx)$/,
    instead: 'run it by singleFlight of platform/single-flight.ts',
  },
  {
    what: 'a cache with a time to live, by hand',
    pattern: /\b(readAt|cachedAt|fetchedAt|loadedAt): (number|Instant)\b/,
    // The last own state beside that of other nodes, which is written and not read.
    allowed: new RegExp(`^portal/modules/performance/read-performance\\.ts$|${tests}`),
    within: /^(billing|portal|platform|cli)\/.*\.ts$/,
    instead: 'keep it by cached of platform/cached.ts',
  },
  {
    what: 'a plain object that any text is looked up in',
    // `constructor`, `toString` and `__proto__` are answered by what every plain object inherits.
    pattern:
      /\bconst \w+: (?:Readonly<)?(?:Partial<)?Record<string, (?!unknown).*> = (?:\{(?!\})|Object\.fromEntries\(|[\w.]+;)|\} as (?:Readonly<)?(?:Partial<)?Record<string, (?!unknown)|\[[\w.]+ as keyof typeof /,
    allowed: new RegExp(tests),
    within: /^(domain|contract|billing|portal|web|cli)\/.*\.tsx?$/,
    instead: 'make it by tableOf of domain/table-of.ts',
  },
  {
    what: 'a sleep in a test',
    pattern: /(?<![.\w'])setTimeout\(|\bsetTimeout\b.* from 'node:timers\/promises'|\bwaitForTimeout\(/,
    allowed: new RegExp(
      [
        // A process is killed at a moment by chance; one that starts or stops is asked until it has.
        /\.fault\.test\.ts$|^e2e\/(stop\.test|support\/outbox-code)\.ts$|^platform\/database\/servers\/testing\/standby\.ts$/,
        // What says of a page or a stream that it comes to rest.
        /^e2e\/pages\/locator\.ts$|^platform\/testing\/at-rest\.ts$/,
        /^checks\/lint-rules\.test\.ts$/,
        // Their timers are fake.
        /^web\/(app\/query-client|lib\/query\/minimum-delay)\.test\.ts$/,
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    within: /\.test\.tsx?$|\/testing\/.*\.tsx?$|^e2e\//,
    instead:
      'wait for what happens (expect.poll, a signal), move the clock (passTime, passCacheTime), or use platform/testing/at-rest.ts',
  },
  {
    what: 'an escape from the type checker or linter',
    pattern: /@ts-(ignore|expect-error|nocheck)|biome-ignore|\bas any\b|: any\b/,
    allowed: /^checks\/(find-restricted-api-problems|lint-rules\.test)\.ts$/,
    within: /\.(ts|tsx)$/,
    instead: 'give it its type',
  },
  {
    what: 'unfinished work',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b|\.(only|skip|todo)\(/,
    allowed: /^checks\/(find-restricted-api-problems|lint-rules\.test)\.ts$/,
    within: /\.(ts|tsx|sql|css)$/,
    instead: 'finish it, or say in a decision why not',
  },
];

/** The restricted APIs that a file uses, with line and what to do instead. `path` is below the project's root. */
export function findRestrictedApiProblems(path: string, text: string): string[] {
  const relevant = restrictedApis.filter((api) => api.within.test(path) && !api.allowed.test(path));
  if (relevant.length === 0) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      relevant
        .filter((api) => api.pattern.test(line))
        .map((api) => `${path}:${index + 1}: ${api.what} – ${api.instead}`),
    );
}
