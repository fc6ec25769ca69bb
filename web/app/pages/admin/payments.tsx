import { getRouteApi } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { Corrections } from '#web/features/payments/admin/corrections.tsx';
import { PaymentSearch } from '#web/features/payments/admin/payment-search.tsx';
import { text } from '#web/features/payments/admin/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/payments');

/** `/cabinet/admin/payments?q=`: payments by account, order id or provider id; refunds. */
export default function AdminPaymentsPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const roles = useSessionStore((state) => state.admin.roles);
  const mayMoveMoney = hasRole(roles, ['billing']);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['operator', 'billing']}>
        <PaymentSearch
          query={q}
          onQuery={(query) => void navigate({ replace: true, search: query ? { q: query } : {} })}
          mayRefund={mayMoveMoney}
        />
        {mayMoveMoney && <Corrections />}
      </ForRoles>
    </main>
  );
}
