import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readSearch } from '#contract/page-search.ts';
import { reconciliationSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { SignaturePart } from '#web/app/page-parts/signature-part.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { EntityActList } from '#web/features/reconciliation-acts/entity/act-list.tsx';
import { EntityActView } from '#web/features/reconciliation-acts/entity/act-view.tsx';
import { text as words } from '#web/features/reconciliation-acts/entity/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './bills-invoices.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/docs/reconciliations');

/** `/cabinet/entity/docs/reconciliations?ledger=&act=`: reconciliation acts, made on request, one of them beside. */
export default function EntityReconciliationsPage() {
  const { act, ledger = 'energy' } = readSearch(reconciliationSearch, route.useSearch());
  const navigate = route.useNavigate();
  const account = useSessionStore((state) => state.entity.user.account);
  const linkTo = (documentId: string, row: ReactNode) => (
    <Link
      to="/cabinet/entity/docs/reconciliations"
      search={{ ledger, act: documentId }}
      resetScroll={false}
      aria-current={documentId === act ? 'true' : undefined}
      activeProps={{}}
    >
      {row}
    </Link>
  );
  return (
    <main id="content" className={styles.page} data-wide="" data-open={act && ''}>
      <PageTitle title={pageText.pages.reconciliations} suffix={text.productName} />
      <SectionTabs />
      <div className={styles.desk} data-list="wide" key={account}>
        <div className={styles.list}>
          <EntityActList
            account={account}
            ledger={ledger}
            onLedger={(chosen) =>
              void navigate({ search: { ...(act && { act }), ledger: chosen }, resetScroll: false })
            }
            onAsked={(documentId) =>
              void navigate({ search: { ledger, act: documentId }, resetScroll: false })
            }
            linkTo={({ documentId }, row) => linkTo(documentId, row)}
          />
        </div>
        <div className={styles.invoice}>
          {act ? (
            <EntityActView
              key={act}
              account={account}
              documentId={act}
              linkToList={
                <Link to="/cabinet/entity/docs/reconciliations" search={{ ledger }}>
                  {words.toList}
                </Link>
              }
              linkToAct={linkTo}
              signing={({ documentId, ledger: of }) =>
                of !== 'reactive' && (
                  <SignaturePart account={account} kind="reconciliationAct" subject={documentId} />
                )
              }
            />
          ) : (
            <p>{words.choose}</p>
          )}
        </div>
      </div>
    </main>
  );
}
