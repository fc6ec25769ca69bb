import { getRouteApi } from '@tanstack/react-router';
import { Corrections } from '#web/features/admin-payments/corrections.tsx';
import { PaymentSearch } from '#web/features/admin-payments/payment-search.tsx';
import { text } from '#web/features/admin-payments/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from '../person/pages.module.css';
import { ForRoles } from './for-roles.tsx';

const route = getRouteApi('/cabinet-layout/cabinet/admin/payments');

/** `/cabinet/admin/payments?q=`: payments of an account, an order or a provider's number; money given back. */
export default function AdminPaymentsPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const roles = useSessionStore((state) => state.admin.roles);
  const mayMoveMoney = roles.includes('owner') || roles.includes('billing');
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
