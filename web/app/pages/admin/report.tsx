import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasRole } from '#contract/identity/admin-roles.ts';
import type { PagePath } from '#contract/pages.ts';
import { allReports } from '#contract/reports/all-reports.ts';
import type { Report, ReportInput } from '#contract/reports/define-report.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { readReportFilter, reportOf } from '#web/features/reports/report-filter.ts';
import { ReportView } from '#web/features/reports/report-view.tsx';
import styles from '#web/features/reports/reports.module.css';
import { text } from '#web/features/reports/text.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';

/** `/cabinet/admin/statreports/reports/:name?from=&to=&sort=…`: every report; its filters are in the address. */
export default function ReportPage() {
  const name = useRouterState({ select: ({ location }) => location.pathname.split('/').at(-1) });
  const report = allReports.find((one) => one.name === name);
  return report ? <OneReport key={name} report={report} /> : null;
}

function OneReport({ report }: { report: Report }) {
  const navigate = useNavigate();
  const search: ReportInput = useSearch({ strict: false });
  const shown = reportOf(report, search);
  const { detail } = report;
  const { subject } = shown;
  const own = useSessionStore((state) => state.admin.roles);
  const [firstColumn = ''] = Object.keys(shown.columns);
  const isDetail = shown !== report;
  const filter = readReportFilter(shown, search, kyivDateOf(deviceNow()));
  const { from, to } = filter;
  const period = { ...(from && { from }), ...(to && { to }) };
  const isNamed = search.from === from && search.to === to;
  useEffect(() => {
    // The link of the page holds the days that it shows.
    if (!isNamed) void navigate({ to: '.', search: filter, replace: true, resetScroll: false });
  });
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={shown.title} suffix={text.product} />
      <nav className={styles.back} aria-label={text.title}>
        <Link to="/cabinet/admin/statreports">{text.all}</Link>
        {detail && isDetail && (
          <Link to="." search={period}>
            {detail.back}
          </Link>
        )}
      </nav>
      <p>{shown.about}</p>
      <ForRoles roles={shown.roles}>
        <ReportView
          key={shown.name}
          report={shown}
          filter={filter}
          rowsTo={(name, rowsFilter, words) => (
            <Link to={`/cabinet/admin/statreports/reports/${name}` as PagePath} search={rowsFilter}>
              {words}
            </Link>
          )}
          onFilter={(filter) => void navigate({ to: '.', search: filter, resetScroll: false })}
          {...(subject &&
            hasRole(own, subject.roles) && {
              linkTo: (row, words) => (
                <Link to={subject.path} search={{ [subject.parameter]: String(row[firstColumn]) }}>
                  {words}
                </Link>
              ),
            })}
          {...(detail &&
            !isDetail && {
              linkTo: (row, words) => (
                <Link
                  to="."
                  search={{
                    ...period,
                    ...Object.fromEntries(
                      Object.entries(detail.filters).map(([filter, column]) => [filter, String(row[column])]),
                    ),
                  }}
                >
                  {words}
                </Link>
              ),
            })}
        />
      </ForRoles>
    </main>
  );
}
