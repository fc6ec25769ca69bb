import { Link, useSearch } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { messageSearch } from '#contract/pages.ts';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { InboxList, MessageView } from '#web/features/supplier-messages/inbox.tsx';
import { text as words } from '#web/features/supplier-messages/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import styles from './tickets.module.css';

/** `/cabinet/person/tickets?message=`, `/cabinet/entity/tickets?message=`: the inbox of the account, and a message beside. */
export default function TicketsPage() {
  const { message } = readSearch(messageSearch, useSearch({ strict: false }));
  const type = useSessionStore((state) => (state.session?.type === 'entity' ? 'entity' : 'person'));
  const account = useSessionStore((state) =>
    state.session?.type === 'entity' ? state.entity.user.account : state.person.account,
  );
  const path = `/cabinet/${type}/tickets` as const;
  const inbox = { type, account } as const;
  return (
    <main id="content" className={styles.page} data-wide="" data-open={message && ''}>
      <PageTitle title={pageText.pages.messages} suffix={text.productName} />
      <div className={styles.desk} key={account}>
        <div className={styles.list}>
          <InboxList
            inbox={inbox}
            linkTo={(id, row) => (
              <Link
                to={path}
                search={{ message: id }}
                aria-current={id === message ? 'true' : undefined}
                activeProps={{}}
              >
                {row}
              </Link>
            )}
          />
        </div>
        <div className={styles.message}>
          {message === undefined ? (
            <Text tone="quiet">{words.choose}</Text>
          ) : (
            <MessageView
              key={message}
              inbox={inbox}
              messageId={message}
              linkToList={<Link to={path}>{words.toList}</Link>}
            />
          )}
        </div>
      </div>
    </main>
  );
}
