import { getRouteApi, Link } from '@tanstack/react-router';
import { SectionTabs } from '#web/app/page-parts/section-tabs.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { SubscriberBook } from '#web/features/subscriber-book/subscriber-book.tsx';
import { text as words } from '#web/features/subscriber-book/text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/person/sub-book');

/** `/cabinet/person/sub-book?year=`: subscriber book of the chosen object for a year. */
export default function SubBookPage() {
  const { year } = route.useSearch();
  const account = useSessionStore((state) => state.person.account);
  return (
    <main id="content" className={styles.page}>
      <PageTitle title={pageText.pages.subBook} suffix={text.productName} />
      <SectionTabs />
      <SubscriberBook
        key={account}
        account={account}
        year={year}
        linkToYear={(each, isCurrent) => (
          <Link
            to="/cabinet/person/sub-book"
            search={{ year: each }}
            aria-current={isCurrent ? 'page' : undefined}
            resetScroll={false}
          >
            {each}
          </Link>
        )}
        linkToBill={(period, name) => (
          <Link to="/cabinet/person/bills/$period" params={{ period }}>
            {name}
          </Link>
        )}
        links={
          <Link to="/cabinet/person/indication" className={buttonClass('quiet')}>
            {words.giveReading}
          </Link>
        }
      />
    </main>
  );
}
