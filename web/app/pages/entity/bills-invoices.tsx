import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { readSearch } from '#contract/page-search.ts';
import { invoiceSearch, priceSearch } from '#contract/pages.ts';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { SignaturePart } from '#web/app/page-parts/signature-part.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import type { LinkToPrice } from '#web/features/invoices/invoice-lines.tsx';
import { InvoiceList } from '#web/features/invoices/invoice-list.tsx';
import type { InvoiceKey } from '#web/features/invoices/invoice-types.ts';
import { InvoiceView } from '#web/features/invoices/invoice-view.tsx';
import { text as words } from '#web/features/invoices/text.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './bills-invoices.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/bills/invoices');

/** The price itself where it has no dated versions, as a price that the contract fixes. */
const linkToPrice: LinkToPrice = (component, price) => {
  const kind = priceSearch.kind.find((one) => one === component);
  if (kind === undefined) return price;
  return (
    <Link to="/cabinet/entity/directory/tariff-history" search={{ kind }}>
      {price}
    </Link>
  );
};

/** `/cabinet/entity/bills/invoices?period=&payee=&q=&points=`: the invoices of an account, and one of them beside. */
export default function EntityInvoicesPage() {
  const { period, payee = 'supplier', ...filter } = readSearch(invoiceSearch, route.useSearch());
  const navigate = route.useNavigate();
  const account = useSessionStore((state) => state.entity.user.account);
  const [paying, setPaying] = useState<{ of: string; purpose: PayPurpose }>();
  const close = useCallback(() => setPaying(undefined), []);
  const openNewest = useCallback(
    (newest: InvoiceKey) => void navigate({ search: newest, replace: true, resetScroll: false }),
    [navigate],
  );
  const open = period === undefined ? undefined : { period, payee };
  return (
    <main id="content" className={styles.page} data-wide="" data-open={open && ''}>
      <PageTitle title={pageText.pages.invoices} suffix={text.productName} />
      <SectionTabs />
      <div className={styles.desk} key={account}>
        <div className={styles.list}>
          <InvoiceList
            account={account}
            onNewest={open ? undefined : openNewest}
            linkTo={(invoice, row) => (
              <Link
                to="/cabinet/entity/bills/invoices"
                search={{ period: invoice.period, payee: invoice.payee }}
                aria-current={invoice.period === period && invoice.payee === payee ? 'true' : undefined}
                activeProps={{}}
              >
                {row}
              </Link>
            )}
          />
        </div>
        <div className={styles.invoice}>
          {open ? (
            <InvoiceView
              key={`${period} ${payee}`}
              account={account}
              invoice={open}
              filter={filter}
              onFilter={(chosen) =>
                void navigate({ search: { ...open, ...chosen }, replace: true, resetScroll: false })
              }
              onPay={(due, month) =>
                setPaying({ of: account, purpose: { kind: 'energy', due, period: month } })
              }
              linkToList={<Link to="/cabinet/entity/bills/invoices">{words.toList}</Link>}
              linkToPrice={linkToPrice}
              signing={
                payee === 'supplier' && (
                  <SignaturePart account={account} kind="acceptanceAct" subject={open.period} />
                )
              }
            />
          ) : (
            <p>{words.choose}</p>
          )}
        </div>
      </div>
      <PayInDialog
        account={account}
        // A dialog opened for one account must not pay for another.
        purpose={paying?.of === account ? paying.purpose : undefined}
        onClose={close}
      />
    </main>
  );
}
