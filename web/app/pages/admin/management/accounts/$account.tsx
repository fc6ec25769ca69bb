import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { hasRole } from '#contract/identity/admin-roles.ts';
import type { LedgerEntryData } from '#contract/values/ledger-entry.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import {
  AccountFacts,
  AccountLedger,
  accountFactsQuery,
  accountLedgerQuery,
} from '#web/features/customers/account-card.tsx';
import { text } from '#web/features/customers/text.ts';
import { StartCorrection } from '#web/features/payments/admin/corrections.tsx';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from '../../../person/pages.module.css';

// The card does without them at first: a section is opened by a press, some by who may alone.
const lists = () => import('#web/features/customers/account-lists.tsx');
const AccountActs = lazy(async () => ({ default: (await lists()).AccountActs }));
const AccountBills = lazy(async () => ({ default: (await lists()).AccountBills }));
const AccountCabinets = lazy(async () => ({ default: (await lists()).AccountCabinets }));
const AccountConversations = lazy(async () => ({ default: (await lists()).AccountConversations }));
const AccountMessages = lazy(async () => ({ default: (await lists()).AccountMessages }));
const AccountPayments = lazy(async () => ({ default: (await lists()).AccountPayments }));
const AccountReadings = lazy(async () => ({ default: (await lists()).AccountReadings }));
const HistoryList = lazy(async () => ({
  default: (await import('#web/features/customers/history-list.tsx')).HistoryList,
}));
const AccountBenefits = lazy(async () => ({
  default: (await import('#web/features/customers/account-benefits.tsx')).AccountBenefits,
}));
const ResponsiblePersons = lazy(async () => ({
  default: (await import('#web/features/master-data/responsible-persons.tsx')).ResponsiblePersons,
}));
const ReverseEntry = lazy(async () => ({
  default: (await import('#web/features/customers/reverse-entry.tsx')).ReverseEntry,
}));
const StartViewing = lazy(async () => ({
  default: (await import('#web/features/identity/viewing/start-viewing.tsx')).StartViewing,
}));

const path = '/cabinet/admin/management/accounts/$account';
const route = getRouteApi(`/cabinet-layout${path}`);
const { account: words } = text;

interface SectionProps {
  account: string;
}

function useMay(role: 'operator' | 'billing'): boolean {
  return hasRole(
    useSessionStore((state) => state.admin.roles),
    [role],
  );
}

/** Balance and entries; billing takes one back. */
function Ledger({ account }: SectionProps) {
  const client = useQueryClient();
  const [reversed, setReversed] = useState<LedgerEntryData>();
  return (
    <>
      <AccountLedger account={account} onReverse={useMay('billing') ? setReversed : undefined} />
      <Suspense>
        {reversed && (
          <ReverseEntry
            account={account}
            entry={reversed}
            onChanged={() => void client.invalidateQueries(accountLedgerQuery(account))}
            onClose={() => setReversed(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Of the facts, which are loaded already. */
function Responsibles({ account }: SectionProps) {
  const client = useQueryClient();
  const query = accountFactsQuery(account);
  const { data } = useQuery(query);
  const mayChange = useMay('billing');
  if (!data) return null;
  return (
    <ResponsiblePersons
      account={account}
      people={data.responsibles}
      mayChange={mayChange}
      onChanged={() => void client.invalidateQueries(query)}
    />
  );
}

function Benefits({ account }: SectionProps) {
  return <AccountBenefits account={account} mayChange={useMay('billing')} />;
}

function Cabinets({ account }: SectionProps) {
  const mayView = useMay('operator');
  return (
    <AccountCabinets
      account={account}
      actions={mayView ? (id) => <StartViewing customerId={id} /> : undefined}
    />
  );
}

/** The sections by the address, each loaded when it is opened. */
const sections = {
  ledger: Ledger,
  bills: AccountBills,
  payments: AccountPayments,
  readings: AccountReadings,
  acts: AccountActs,
  benefits: Benefits,
  responsibles: Responsibles,
  cabinets: Cabinets,
  conversations: AccountConversations,
  messages: AccountMessages,
  history: ({ account }: SectionProps) => <HistoryList of={{ account }} />,
} as const satisfies Record<string, ComponentType<SectionProps>>;
type Part = keyof typeof sections;

const names: Readonly<Record<Part, string>> = {
  ...words.part,
  responsibles: actions.responsibles,
};

/** `/cabinet/admin/management/accounts/<number>?part=`: an account with all that belongs to it, for who serves customers. */
export default function AccountPage() {
  const { account } = route.useParams();
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={words.title} suffix={text.product} />
      <ForRoles roles={['operator', 'billing']}>
        <AccountFacts key={account} account={account} />
        <Stack gap="3">
          <Actions account={account} />
          <Parts key={account} account={account} />
        </Stack>
      </ForRoles>
    </main>
  );
}

/** What is done with the account: here, or on the page that does it. */
function Actions({ account }: SectionProps) {
  const client = useQueryClient();
  const mayMoveMoney = useMay('billing');
  return (
    <Row gap="1">
      {mayMoveMoney && (
        <StartCorrection
          account={account}
          onCorrected={() => void client.invalidateQueries(accountLedgerQuery(account))}
        />
      )}
      <Link to="/cabinet/admin/payments" search={{ q: account }} className={buttonClass('quiet')}>
        {mayMoveMoney ? words.toRefund : words.toPayments}
      </Link>
      <Link to="/cabinet/admin/management/master-data" search={{ account }} className={buttonClass('quiet')}>
        {words.toMasterData}
      </Link>
      {mayMoveMoney && (
        <Link
          to="/cabinet/admin/management/master-data"
          search={{ account, change: 'holder' }}
          className={buttonClass('quiet')}
        >
          {words.changeHolder}
        </Link>
      )}
    </Row>
  );
}

/** The sections: conversations are the operators', responsible persons stand at accounts of legal entities. */
function Parts({ account }: SectionProps) {
  const { part } = route.useSearch();
  const mayRead = useMay('operator');
  const facts = useQuery({ ...accountFactsQuery(account), enabled: false }).data;
  const hasResponsibles = facts?.holder.customerType === 'entity' || (facts?.responsibles.length ?? 0) > 0;
  const isShown: Partial<Record<Part, boolean>> = { conversations: mayRead, responsibles: hasResponsibles };
  const parts = (Object.keys(sections) as Part[]).filter((one) => isShown[one] ?? true);
  const shown = parts.find((one) => one === part) ?? 'ledger';
  const Section = sections[shown];
  return (
    <>
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
            {names[one]}
          </Link>
        ))}
      </Row>
      <Suspense fallback={<RowsSkeleton label={words.loading} rows={4} />}>
        <Section account={account} />
      </Suspense>
    </>
  );
}
