import { getRouteApi, Link } from '@tanstack/react-router';
import { text } from '#web/app/text.ts';
import { BillView } from '#web/features/bills/bill-view.tsx';
import { text as words } from '#web/features/bills/text.ts';
import { PayPanel } from '#web/features/payments/pay-panel.tsx';
import { showPeriod } from '#web/lib/format.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

const route = getRouteApi('/cabinet-layout/cabinet/person/bills/$period');

/** `/cabinet/person/bills/:period`: the bill of a month, and the way of paying it. */
export default function BillPage() {
  const { period } = route.useParams();
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content">
      <PageTitle title={`${text.pages.bill}, ${showPeriod(period)}`} suffix={text.productName} hidden />
      <BillView
        key={`${account} ${period}`}
        account={account}
        period={period}
        payPanel={(due, close) => (
          <PayPanel account={account} purpose={{ kind: 'energy', due }} onCancel={close} />
        )}
        linkToLast={(last) => (
          <Link to="/cabinet/person/bills/$period" params={{ period: last }}>
            {words.openLast}
          </Link>
        )}
        links={
          <Link to="/cabinet/person" className={buttonClass('quiet')}>
            {text.toHome}
          </Link>
        }
      />
    </main>
  );
}
