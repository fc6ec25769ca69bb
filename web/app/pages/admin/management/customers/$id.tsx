import { getRouteApi, Link } from '@tanstack/react-router';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { CustomerCard } from '#web/features/customers/customer-card.tsx';
import {
  CustomerAccounts,
  CustomerConversations,
  CustomerMessages,
} from '#web/features/customers/customer-lists.tsx';
import { HistoryList } from '#web/features/customers/history-list.tsx';
import { text } from '#web/features/customers/text.ts';
import { StartViewing } from '#web/features/identity/viewing/start-viewing.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import styles from '../../../person/pages.module.css';

const path = '/cabinet/admin/management/customers/$id';
const route = getRouteApi(`/cabinet-layout${path}`);

/** The sections by the address, each loaded when it is opened. */
const sections = {
  accounts: CustomerAccounts,
  conversations: CustomerConversations,
  messages: CustomerMessages,
  history: ({ id }: { id: string }) => <HistoryList of={{ id }} />,
} as const;
type Part = keyof typeof sections;

/** `/cabinet/admin/management/customers/<id>?part=`: a customer's sign-in with what belongs to it, for who serves customers. */
export default function CustomerPage() {
  const { id } = route.useParams();
  const { part } = route.useSearch();
  const roles = useSessionStore((state) => state.admin.roles);
  const mayAct = hasRole(roles, ['operator']);
  // Conversations are the operators'.
  const parts = (Object.keys(sections) as Part[]).filter((one) => one !== 'conversations' || mayAct);
  const shown = parts.find((one) => one === part) ?? 'accounts';
  const Section = sections[shown];
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['operator', 'billing']}>
        <CustomerCard key={id} id={id} mayAct={mayAct} firstAct={<StartViewing customerId={id} />}>
          <Stack gap="3">
            <Row as="nav" gap="1" aria-label={text.parts}>
              {parts.map((one) => (
                <Link
                  key={one}
                  to={path}
                  params={{ id }}
                  search={one === 'accounts' ? {} : { part: one }}
                  resetScroll={false}
                  className={buttonClass(one === shown ? 'ink' : 'quiet')}
                  activeOptions={{ exact: true }}
                  activeProps={{}}
                  aria-current={one === shown ? 'page' : undefined}
                >
                  {text.part[one]}
                </Link>
              ))}
            </Row>
            <Section id={id} />
          </Stack>
        </CustomerCard>
      </ForRoles>
    </main>
  );
}
