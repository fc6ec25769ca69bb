import { getRouteApi, Link } from '@tanstack/react-router';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { AccountFacts, AccountLedger, AccountPayments } from '#web/features/customers/account-card.tsx';
import { HistoryList } from '#web/features/customers/history-list.tsx';
import { text } from '#web/features/customers/text.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import styles from '../../../person/pages.module.css';

const path = '/cabinet/admin/management/accounts/$account';
const route = getRouteApi(`/cabinet-layout${path}`);
const { account: words } = text;

/** The sections by the address, each loaded when it is opened. */
const sections = {
  ledger: AccountLedger,
  payments: AccountPayments,
  history: ({ account }: { account: string }) => <HistoryList of={{ account }} />,
} as const;
const parts = ['ledger', 'payments', 'history'] as const;

/** `/cabinet/admin/management/accounts/<number>?part=`: an account with its ledger, payments and what the staff did with it. */
export default function AccountPage() {
  const { account } = route.useParams();
  const { part } = route.useSearch();
  const shown = parts.find((one) => one === part) ?? 'ledger';
  const Section = sections[shown];
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={words.title} suffix={text.product} />
      <ForRoles roles={['operator', 'billing']}>
        <AccountFacts key={account} account={account} />
        <Stack gap="3">
          <Row gap="1">
            <Link
              to="/cabinet/admin/management/master-data"
              search={{ account }}
              className={buttonClass('quiet')}
            >
              {words.toMasterData}
            </Link>
            <Link to="/cabinet/admin/payments" search={{ q: account }} className={buttonClass('quiet')}>
              {words.toPayments}
            </Link>
          </Row>
          <Row as="nav" gap="1" aria-label={text.parts}>
            {parts.map((one) => (
              <Link
                key={one}
                to={path}
                params={{ account }}
                search={one === 'ledger' ? {} : { part: one }}
                resetScroll={false}
                className={buttonClass(one === shown ? 'ink' : 'quiet')}
                activeOptions={{ exact: true }}
                activeProps={{}}
                aria-current={one === shown ? 'page' : undefined}
              >
                {words.part[one]}
              </Link>
            ))}
          </Row>
          <Section key={account} account={account} />
        </Stack>
      </ForRoles>
    </main>
  );
}
