import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { registerOutcomes } from '#contract/registers.ts';
import type { Outcome } from '#web/features/registers/api.ts';
import { RegisterView } from '#web/features/registers/register-view.tsx';
import { text } from '#web/features/registers/text.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';
import { ForRoles } from './for-roles.tsx';

const route = getRouteApi('/cabinet-layout/cabinet/admin/registers/$id');

/** `/cabinet/admin/registers/:id?show=&q=`: a register, its totals, and what nobody knows. */
export default function RegisterPage() {
  const { id } = route.useParams();
  const { show, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const register = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 1;
  const outcome = registerOutcomes.find((one) => one === show) ?? 'unmatched';
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
      <PageTitle title={text.one(register)} suffix={text.product} />
      <ForRoles roles={['billing']}>
        <RegisterView
          key={register}
          register={register}
          outcome={outcome}
          query={q}
          onShow={onShow}
          onGone={() => void navigate({ to: '/cabinet/admin/registers' })}
          linkToAll={<Link to="/cabinet/admin/registers">{text.all}</Link>}
        />
      </ForRoles>
    </main>
  );
}
