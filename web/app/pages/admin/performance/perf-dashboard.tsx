import { useNavigate, useSearch } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { Dashboard } from '#web/features/performance/dashboard.tsx';
import { text } from '#web/features/performance/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';

const path = '/cabinet/admin/perf_dashboard';

/** `/cabinet/admin/perf_dashboard?span=`: what the servers do now, in the last hour and day. */
export default function PerfDashboardPage() {
  const { span } = useSearch({ from: `/cabinet-layout${path}` });
  const navigate = useNavigate();
  return (
    <main id="content" data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <Stack gap="4">
        <ForRoles roles={['analyst']}>
          <Dashboard
            span={span ?? 'hour'}
            onSpan={(next) =>
              void navigate({ to: path, search: next === 'hour' ? {} : { span: next }, resetScroll: false })
            }
          />
        </ForRoles>
      </Stack>
    </main>
  );
}
