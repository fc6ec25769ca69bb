import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { exportSubscriberBook, getSubscriberBook, subscriberBookPdf } from '#contract/subscriber-book.ts';
import { downloadFile } from '#web/lib/api.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showDate } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { keepAddress } from '#web/lib/message-text.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkTabs } from '#web/ui/form/choice-buttons.tsx';
import { Paper } from '#web/ui/layout/paper.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import bookDocumentStyles from './book-document.module.css';
import bookHeadStyles from './book-head.module.css';
import bookSkeletonStyles from './book-skeleton.module.css';
import { BookTable } from './book-table.tsx';
import type { BookData } from './book-types.ts';
import styles from './subscriber-book.module.css';
import { text } from './text.ts';

/** The head of the book: customer, account, address, tariff, the meters of the year. */
function BookHead({ account, head }: { account: string; head: BookData['head'] }) {
  const { customerName, address, tariffTitle, meters } = head;
  return (
    <dl className={bookHeadStyles.head}>
      <Fact name={text.account} value={account} />
      <Fact name={text.customer} value={customerName} />
      <Fact name={text.address} value={keepAddress(address)} />
      <Fact name={text.tariff} value={tariffTitle} />
      <div>
        <dt>{meters.length > 1 ? text.meters : text.meter}</dt>
        {meters.map(({ serialNumber, meterType, installedOn, removedOn }) => (
          <dd key={serialNumber}>
            {formatText(removedOn === null ? text.meterFrom : text.meterTo, {
              serial: serialNumber,
              type: meterType,
              from: showDate(installedOn),
              to: removedOn === null ? '' : showDate(removedOn),
            })}
          </dd>
        ))}
      </div>
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface BookDocumentProps {
  account: string;
  book: BookData;
  linkToBill: (period: string, name: ReactNode) => ReactNode;
}

/** A year of the book as a document: customer, months, legend. */
function BookDocument({ account, book, linkToBill }: BookDocumentProps) {
  const id = useId();
  const isEstimated = book.rows.some((row) => row.isEstimated);
  return (
    <Paper labelledBy={id}>
      <div className={bookDocumentStyles.book}>
        <header className={bookDocumentStyles.title}>
          <h2 id={id}>
            <span className={bookDocumentStyles.paperOnly}>{text.bookOf} </span>
            {formatText(text.year, { year: String(book.year) })}
          </h2>
          <Text tone="quiet">{book.head.supplierName}</Text>
        </header>
        <BookHead account={account} head={book.head} />
        <BookTable book={book} linkToBill={linkToBill} />
        <footer className={bookDocumentStyles.notes}>
          <p>{text.sumsNote}</p>
          {isEstimated && <p>{text.estimatedNote}</p>}
        </footer>
      </div>
    </Paper>
  );
}

/**
 * Exports the year as a file, or prints it. Files are made by the server, so they need the network; printing does
 * not.
 */
function BookActions({ account, year }: { account: string; year: number }) {
  const isOnline = useOnline();
  const download = (format: keyof typeof text.formats) =>
    format === 'pdf'
      ? downloadFile(subscriberBookPdf, { account, year })
      : downloadFile(exportSubscriberBook, { account, year, format });
  return (
    <Row gap="1" align="center">
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={download}
      />
      <Button kind="plain" onClick={() => window.print()}>
        {text.print}
      </Button>
      {!isOnline && (
        <Text size="s" tone="quiet">
          {text.filesOffline}
        </Text>
      )}
    </Row>
  );
}

const months = Array.from({ length: 12 }, (_, index) => index);

/** Reserves the space of a year: head and twelve months. */
function BookSkeleton() {
  return (
    <div className={bookSkeletonStyles.book} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      {months.map((month) => (
        <div key={month} className={bookSkeletonStyles.month}>
          <Skeleton shape="short" />
          <Skeleton shape="line" />
        </div>
      ))}
    </div>
  );
}

interface SubscriberBookProps {
  account: string;
  /** Absent: the latest year with a closed month. */
  year: number | undefined;
  linkToYear: (year: number, isCurrent: boolean) => ReactNode;
  /** Wraps the name of a month in the link to its bill. */
  linkToBill: (period: string, name: ReactNode) => ReactNode;
  /** Links to continue with when there is no book yet. */
  links: ReactNode;
}

/** A year of the subscriber's book: year selection, exports and the book itself. */
export function SubscriberBook({ account, year, linkToYear, linkToBill, links }: SubscriberBookProps) {
  const book = useQuery({
    ...accountQuery(getSubscriberBook, account, year === undefined ? {} : { year }),
    // Shows the previous year while another one is loading.
    placeholderData: (previous) => previous,
  });
  const [known, setKnown] = useState<readonly number[]>([]);
  const { data, error, isPlaceholderData } = book;
  if (data && data.years !== known) setKnown(data.years);

  if (error && failureOf(error).code === 'billing.noCharges')
    return (
      <Notice kind="info" title={text.none} actions={links}>
        {text.noneWhy}
      </Notice>
    );
  const shownYear = year ?? data?.year;
  return (
    <Stack gap="3">
      {known.length > 0 && (
        <div className={styles.tools}>
          <Text as="div" isNumeric>
            <LinkTabs label={text.years}>
              {known.map((each) => (
                <span key={each}>{linkToYear(each, each === shownYear)}</span>
              ))}
            </LinkTabs>
          </Text>
          {data && !isPlaceholderData && data.rows.length > 0 && (
            <BookActions account={account} year={data.year} />
          )}
        </div>
      )}
      <QueryPart query={book} failed={text.failed} skeleton={<BookSkeleton />}>
        {(shown) =>
          shown.rows.length === 0 ? (
            <Notice kind="info" title={formatText(text.noYear, { year: String(shown.year) })}>
              {text.noYearWhy}
            </Notice>
          ) : (
            <div className={styles.year} aria-busy={isPlaceholderData || undefined}>
              <BookDocument account={account} book={shown} linkToBill={linkToBill} />
            </div>
          )
        }
      </QueryPart>
    </Stack>
  );
}
