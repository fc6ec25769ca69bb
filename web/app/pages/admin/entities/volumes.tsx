import { getRouteApi, Link } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { text } from '#web/features/volumes/text.ts';
import { WaitingRequest, WaitingRequests } from '#web/features/volumes/waiting-requests.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../../person/pages.module.css';

const path = '/cabinet/admin/management/volumes';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/admin/management/volumes?account=&request=`: corrections of contract volumes that wait, and one of them. */
export default function AdminVolumesPage() {
  const { account, request } = route.useSearch();
  const isOpen = account !== undefined && request !== undefined;
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={text.waitingTitle} suffix={text.product} />
      <ForRoles roles={['operator', 'billing']}>
        {isOpen && (
          <WaitingRequest
            key={request}
            account={account}
            requestId={request}
            listLink={<Link to={path}>{text.back}</Link>}
          />
        )}
        {!isOpen && (
          <WaitingRequests
            linkTo={(of, requestId, words) => (
              <Link to={path} search={{ account: of, request: requestId }}>
                {words}
              </Link>
            )}
          />
        )}
      </ForRoles>
    </main>
  );
}
