import { getRouteApi, Link } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { readSearch } from '#contract/page-search.ts';
import { text } from '#web/app/layouts/admin-text.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { text as appText } from '#web/app/text.ts';
import { ActObjections } from '#web/features/payment-documents/admin-objections.tsx';
import { Disagreements } from '#web/features/reconciliation-acts/admin/disagreements.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/admin/management/documents');
/** The open disagreement. */
const openAct = { account: { maxLength: 10 }, act: { maxLength: 36 } } as const;

/** `/cabinet/admin/management/documents?account=&act=`: what companies say against acts, and the answers. */
export default function AdminDocumentsPage() {
  const { account, act } = readSearch(openAct, route.useSearch());
  const roles = useSessionStore((state) => state.admin.roles);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.documents} suffix={appText.productName} />
      <ForRoles roles={['operator', 'billing']}>
        <ActObjections />
        {hasRole(roles, ['billing']) && (
          <Disagreements
            open={account && act ? { account, documentId: act } : undefined}
            linkTo={(one, row) => (
              <Link
                to="/cabinet/admin/management/documents"
                search={{ account: one.account, act: one.documentId }}
                resetScroll={false}
                aria-current={one.documentId === act ? 'true' : undefined}
                activeProps={{}}
              >
                {row}
              </Link>
            )}
          />
        )}
      </ForRoles>
    </main>
  );
}
