import { getRouteApi, Link } from '@tanstack/react-router';
import { loadChunk } from '#web/app/chunk-reload.ts';
import { text } from '#web/app/text.ts';
import { BillView } from '#web/features/bills/bill-view.tsx';
import { text as words } from '#web/features/bills/text.ts';
import { ContactPhones } from '#web/features/company/contact-phones.tsx';
import { PayPanel } from '#web/features/payments/pay-panel.tsx';
import { WhyThisSum } from '#web/features/why-this-sum/why-this-sum.tsx';
import { showPeriod } from '#web/lib/format.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';

const route = getRouteApi('/cabinet-layout/cabinet/person/bills/$period');

const loadExplanation = async () =>
  (await loadChunk(() => import('#web/features/why-this-sum/explanation.tsx'))).Explanation;

/** `/cabinet/person/bills/:period?against=`: the bill of a month, why it is what it is, and the way of paying it. */
export default function BillPage() {
  const { period } = route.useParams();
  const { against } = route.useSearch();
  const navigate = route.useNavigate();
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
        why={
          <WhyThisSum
            account={account}
            period={period}
            against={against === 'previous' || against === 'lastYear' ? against : undefined}
            onAgainst={(chosen) =>
              void navigate({
                search: ({ against: _, ...kept }) => (chosen ? { ...kept, against: chosen } : kept),
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
    </main>
  );
}
