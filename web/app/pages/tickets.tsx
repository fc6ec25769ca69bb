import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { noAccount } from '#contract/fields.ts';
import { readSearch } from '#contract/page-search.ts';
import { ticketSearch } from '#contract/pages.ts';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { conversationAccount } from '#web/features/conversations/conversation-account.ts';
import { text as ticketWords } from '#web/features/conversations/text.ts';
import { TicketList } from '#web/features/conversations/ticket-list.tsx';
import { InboxList, MessageView } from '#web/features/supplier-messages/inbox.tsx';
import { text as words } from '#web/features/supplier-messages/text.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LinkTabs } from '#web/ui/form/choice-buttons.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from './tickets.module.css';

const TicketView = lazy(() =>
  import('#web/features/conversations/ticket-view.tsx').then((module) => ({ default: module.TicketView })),
);
const NewTicket = lazy(() =>
  import('#web/features/conversations/new-ticket.tsx').then((module) => ({ default: module.NewTicket })),
);

/**
 * `/cabinet/person/tickets`, `/cabinet/entity/tickets`: tickets and messages of the account in two parts, what is open beside. The
 * address keeps the part, the open ticket or message, and what fills the form of a new ticket.
 */
export default function TicketsPage() {
  const search = readSearch(ticketSearch, useSearch({ strict: false }));
  const type = useSessionStore((state) => (state.session?.type === 'entity' ? 'entity' : 'person'));
  const account = useSessionStore((state) =>
    state.session?.type === 'entity' ? state.entity.user.account : conversationAccount(state.person),
  );
  return <Parts key={account} type={type} account={account} search={search} />;
}

/** The address without a part leads to each of them. */
const exact = { exact: true };

interface PartsProps {
  type: 'person' | 'entity';
  account: string;
  search: ReturnType<typeof readSearch<typeof ticketSearch>>;
}

function Parts({ type, account, search: { part, message, ticket, ...prefill } }: PartsProps) {
  const navigate = useNavigate();
  const mayWrite = useMay('support', 'change');
  const [created, setCreated] = useState<{ readonly id: string; readonly message: string }>();
  const path = `/cabinet/${type}/tickets` as const;
  const inbox = { type, account } as const;
  // Messages of the supplier go to accounts.
  const hasMessages = account !== noAccount;
  const isMessages = hasMessages && (part === 'messages' || (part === undefined && message !== undefined));
  const isNew = part === 'new';
  const isOpen = isNew || ticket !== undefined || message !== undefined;
  const linkToList = <Link to={path}>{ticketWords.toList}</Link>;
  const skeleton = <RowsSkeleton label={ticketWords.loading} rows={6} />;
  return (
    <main id="content" className={styles.page} data-wide="" data-open={isOpen ? '' : undefined}>
      <div className={styles.head}>
        <PageTitle title={pageText.pages.messages} suffix={text.productName} />
        {mayWrite && !isMessages && !isNew && (
          <Link to={path} search={{ part: 'new' }} className={buttonClass(isOpen ? 'quiet' : 'lamp')}>
            {ticketWords.newTicket}
          </Link>
        )}
      </div>
      {hasMessages && (
        <LinkTabs label={ticketWords.parts} className={styles.tabs}>
          <Link
            to={path}
            activeOptions={exact}
            activeProps={{}}
            aria-current={isMessages ? undefined : 'page'}
          >
            {ticketWords.tickets}
          </Link>
          <Link
            to={path}
            search={{ part: 'messages' }}
            activeProps={{}}
            aria-current={isMessages ? 'page' : undefined}
          >
            {ticketWords.messages}
          </Link>
        </LinkTabs>
      )}
      <div className={styles.desk}>
        <div className={styles.list}>
          {isMessages ? (
            <InboxList
              inbox={inbox}
              linkTo={({ id, ticketId }, row) => (
                <Link
                  to={path}
                  search={ticketId === undefined ? { part: 'messages', message: id } : { ticket: ticketId }}
                  aria-current={id === message ? 'true' : undefined}
                  activeProps={{}}
                >
                  {row}
                </Link>
              )}
            />
          ) : (
            <TicketList
              account={account}
              linkTo={(id, row) => (
                <Link
                  to={path}
                  search={{ ticket: id }}
                  aria-current={id === ticket ? 'true' : undefined}
                  activeProps={{}}
                >
                  {row}
                </Link>
              )}
            />
          )}
          {!isMessages && (
            <p className={styles.quality}>
              <Link to="/quality">{ticketWords.toQuality}</Link>
            </p>
          )}
        </div>
        <div className={styles.message}>
          <Suspense fallback={skeleton}>
            {isMessages ? (
              message === undefined ? (
                <Text tone="quiet">{words.choose}</Text>
              ) : (
                <MessageView
                  key={message}
                  inbox={inbox}
                  messageId={message}
                  linkToList={
                    <Link to={path} search={{ part: 'messages' }}>
                      {words.toList}
                    </Link>
                  }
                />
              )
            ) : isNew && mayWrite ? (
              <NewTicket
                account={account}
                prefill={prefill}
                linkToList={linkToList}
                linkTo={(id, label) => (
                  <Link to={path} search={{ ticket: id }} className={buttonClass('ink')}>
                    {label}
                  </Link>
                )}
                onCreated={(id, news) => {
                  setCreated({ id, message: news });
                  void navigate({ to: path, search: { ticket: id } });
                }}
              />
            ) : ticket === undefined ? (
              <Text tone="quiet">{ticketWords.choose}</Text>
            ) : (
              <TicketView
                key={ticket}
                account={account}
                id={ticket}
                linkToList={linkToList}
                news={created?.id === ticket ? created.message : undefined}
              />
            )}
          </Suspense>
        </div>
      </div>
    </main>
  );
}
