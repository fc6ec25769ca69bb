import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { loadChunk } from '#web/app/loading/chunk-reload.ts';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { BillView } from '#web/features/bills/bill-view.tsx';
import { WhyThisSum } from '#web/features/bills/explanation/why-this-sum.tsx';
import { text as words } from '#web/features/bills/text.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { showPeriod } from '#web/lib/format.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';

const route = getRouteApi('/cabinet-layout/cabinet/person/bills/$period');

const loadExplanation = async () =>
  (await loadChunk(() => import('#web/features/bills/explanation/explanation.tsx'))).Explanation;

/** `/cabinet/person/bills/:period?against=`: the bill of a month, its comparison with another month, and payment. */
export default function BillPage() {
  const { period } = route.useParams();
  const { against } = route.useSearch();
  const navigate = route.useNavigate();
  const account = useSessionStore((state) => state.person.account);
  const [paying, setPaying] = useState<{ of: string; purpose: PayPurpose }>();
  const close = useCallback(() => setPaying(undefined), []);
  const bill = `${account} ${period}`;
  return (
    <main id="content">
      <PageTitle title={`${pageText.pages.bill}, ${showPeriod(period)}`} suffix={text.productName} hidden />
      <BillView
        key={bill}
        account={account}
        period={period}
        onPay={(due) => setPaying({ of: bill, purpose: { kind: 'energy', due, period } })}
        why={
          <WhyThisSum
            account={account}
            period={period}
            against={against}
            onAgainst={(chosen) =>
              void navigate({
                search: ({ against: _, ...rest }) => (chosen ? { ...rest, against: chosen } : rest),
                replace: true,
                resetScroll: false,
              })
            }
            load={loadExplanation}
          />
        }
        linkToLast={(last) => (
          <Link to="/cabinet/person/bills/$period" params={{ period: last }}>
            {words.openLast}
          </Link>
        )}
        phones={<ContactPhones />}
        links={
          <Link to="/cabinet/person" className={buttonClass('quiet')}>
            {text.toHome}
          </Link>
        }
      />
      <PayInDialog
        account={account}
        // A dialog opened for one bill must not pay another.
        purpose={paying?.of === bill ? paying.purpose : undefined}
        onClose={close}
      />
    </main>
  );
}
