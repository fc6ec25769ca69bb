import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readSearch } from '#contract/page-search.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import type { Outcome } from '#web/features/bank-statements/api.ts';
import { StatementView } from '#web/features/bank-statements/statement-view.tsx';
import { text } from '#web/features/bank-statements/text.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/bank-statements/$id');
const filter = { show: ['matched', 'duplicate', 'unmatched', 'foreign'], q: { maxLength: 100 } } as const;

/** `/cabinet/admin/bank-statements/:id?show=&q=`: a bank statement with its totals and rows, unmatched rows by default. */
export default function StatementPage() {
  const { id } = route.useParams();
  const { show = 'unmatched', q = '' } = readSearch(filter, route.useSearch());
  const navigate = route.useNavigate();
  const statement = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 1;
  const onShow = useCallback(
    (shown: { outcome: Outcome; query: string }) =>
      void navigate({
        replace: true,
        search: { show: shown.outcome, ...(shown.query && { q: shown.query }) },
      }),
    [navigate],
  );
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.one(statement)} suffix={text.product} />
      <ForRoles roles={['billing']}>
        <StatementView
          key={statement}
          statement={statement}
          outcome={show}
          query={q}
          onShow={onShow}
          onGone={() => void navigate({ to: '/cabinet/admin/bank-statements' })}
          linkToAll={<Link to="/cabinet/admin/bank-statements">{text.all}</Link>}
        />
      </ForRoles>
    </main>
  );
}
