import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { paymentDocumentSearch } from '#contract/pages.ts';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { SignaturePart } from '#web/app/page-parts/signature-part.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { DocumentList } from '#web/features/payment-documents/document-list.tsx';
import { DocumentView } from '#web/features/payment-documents/document-view.tsx';
import { text as words } from '#web/features/payment-documents/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './bills-invoices.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/docs/payment');

/** `/cabinet/entity/docs/payment?period=&year=&kind=&state=&doc=`: invoices, acts and tax invoices, one of them beside. */
export default function EntityPaymentDocumentsPage() {
  const { doc, ...filter } = readSearch(paymentDocumentSearch, route.useSearch());
  const navigate = route.useNavigate();
  const account = useSessionStore((state) => state.entity.user.account);
  return (
    <main id="content" className={styles.page} data-wide="" data-open={doc && ''}>
      <PageTitle title={pageText.pages.paymentDocuments} suffix={text.productName} />
      <SectionTabs />
      <div className={styles.desk} data-list="wide" key={account}>
        <div className={styles.list}>
          <DocumentList
            account={account}
            filter={filter}
            onFilter={(chosen) => void navigate({ search: chosen, resetScroll: false })}
            linkTo={(document, row) => (
              <Link
                to="/cabinet/entity/docs/payment"
                search={{ ...filter, doc: document.key }}
                resetScroll={false}
                aria-current={document.key === doc ? 'true' : undefined}
                activeProps={{}}
              >
                {row}
              </Link>
            )}
          />
        </div>
        <div className={styles.invoice}>
          {doc ? (
            <DocumentView
              account={account}
              documentKey={doc}
              linkToList={
                <Link to="/cabinet/entity/docs/payment" search={filter}>
                  {words.toList}
                </Link>
              }
              linkToInvoice={({ period, payee }, label) => (
                <Link to="/cabinet/entity/bills/invoices" search={{ period, payee }}>
                  {label}
                </Link>
              )}
              signing={({ act, payee, period, state }) =>
                payee === 'supplier' &&
                (act?.waitsForSignature || state === 'signedByCustomer' || state === 'signedByBoth') && (
                  <SignaturePart account={account} kind="acceptanceAct" subject={period} />
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
