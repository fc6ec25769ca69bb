import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { SignaturePart } from '#web/app/page-parts/signature-part.tsx';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { AccountHead } from '#web/features/accounts/entity/account-head.tsx';
import { ConsumptionPlaceholder } from '#web/features/consumption/consumption-placeholder.tsx';
import { queuedText } from '#web/features/consumption/waiting-text.ts';
import { ReadingHistory } from '#web/features/readings/history/reading-history.tsx';
import type { Arrangement } from '#web/features/readings/points/lines/arrange-lines.ts';
import { pointsQuery, serialsOf } from '#web/features/readings/points/lines/points-data.ts';
import { PointsSkeleton } from '#web/features/readings/points/points-skeleton.tsx';
import { text as readingsText } from '#web/features/readings/text.ts';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { useCompany } from '#web/features/supplier/use-company.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const route = getRouteApi('/cabinet-layout/cabinet/entity/indication');

const table = chunk(() => import('#web/features/readings/points/points-view.tsx'));
const workbook = chunk(() => import('#web/features/readings/points/workbook/workbook-part.tsx'));
const consumption = chunk(() => import('#web/features/consumption/company-consumption.tsx'));
const reviews = chunk(() => import('#web/features/readings/review/review-notice.tsx'));
const cards = chunk(() => import('#web/features/readings/reading-form.tsx'));

// Beside the code of the page: it is there before the points are.
table.prefetch();

/** Accounts with at most so many points have a card form for each, with photo, correction and receipt. */
const maxCards = 3;

/** `/cabinet/entity/indication`: the readings of all points of the chosen account, few as cards, many as a table. */
export default function EntityIndicationPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  // Who has one account comes here instead of to the first page (guard entitySingle): what that one shows of energy is here.
  const isOnly = useSessionStore((state) => state.entity.accounts.length === 1);
  const loaded = useCompany();
  const email = loaded.state === 'ready' ? loaded.company.readingsEmail || undefined : undefined;
  const { data, error } = useQuery(pointsQuery(account));
  const isTable = data === undefined || data.points.length > maxCards;
  // The account whose table is on the screen: all below it gives way to its first picture.
  const [pictured, setPictured] = useState<string>();
  const onPicture = useCallback(() => setPictured(account), [account]);
  const hasPicture = pictured === account;
  const isBelowDue = isTable ? hasPicture || error !== null : true;
  // The table itself says what waits; these have a next step.
  const asked = (data?.reviews ?? []).filter(({ state }) => state === 'photoAsked' || state === 'rejected');
  const serials = useMemo(() => serialsOf(data?.points ?? []), [data]);
  const { q = '', show, sort, order, group } = route.useSearch();
  const navigate = route.useNavigate();
  const arrangement = useMemo<Arrangement>(
    () => ({ term: q, state: show, sort, isDescending: order === 'down', group }),
    [q, show, sort, order, group],
  );
  const onArrange = useCallback(
    (change: Partial<Arrangement>) => {
      const next = { ...arrangement, ...change };
      const search = {
        ...(next.term && { q: next.term }),
        ...(next.state && { show: next.state }),
        ...(next.sort && { sort: next.sort }),
        ...(next.isDescending && { order: 'down' as const }),
        ...(next.group && { group: next.group }),
      };
      void navigate({ replace: true, resetScroll: false, search });
    },
    [arrangement, navigate],
  );
  const help = <ContactPhones />;
  return (
    <main id="content" className={styles.page} data-wide={isTable ? '' : undefined}>
      <PageTitle title={pageText.pages.indication} suffix={text.productName} />
      <AccountHead account={account} serials={serials} />
      {isTable && asked.length > 0 && (
        <ChunkPart chunk={reviews} failedTitle={readingsText.loadFailed} waiting={null}>
          {({ ReviewNotice }) =>
            asked.map((review) => (
              <ReviewNotice key={review.receiptNumber} account={account} review={review} namesMeter />
            ))
          }
        </ChunkPart>
      )}
      {!isTable ? (
        <ChunkPart
          key="cards"
          chunk={cards}
          failedTitle={readingsText.loadFailed}
          waiting={<PointsSkeleton />}
        >
          {({ ReadingForm }) => (
            <>
              <ReadingForm key={account} account={account} help={help} />
              <ChunkPart chunk={workbook} failedTitle={readingsText.pointsFailed} waiting={null}>
                {({ WorkbookPart }) => <WorkbookPart account={account} />}
              </ChunkPart>
            </>
          )}
        </ChunkPart>
      ) : (
        <ChunkPart
          key="table"
          chunk={table}
          failedTitle={readingsText.pointsFailed}
          waiting={<PointsSkeleton />}
        >
          {({ PointsView }) => (
            <PointsView
              key={account}
              account={account}
              supplierEmail={email}
              help={help}
              arrangement={arrangement}
              onArrange={onArrange}
              hasPicture={hasPicture}
              onPicture={onPicture}
            />
          )}
        </ChunkPart>
      )}
      {data && (
        <SignaturePart
          key={`report ${account}`}
          account={account}
          kind="readingReport"
          subject={data.window.period}
          isDue={isBelowDue}
        />
      )}
      <ReadingHistory account={account} help={help} openPeriod={data?.window.period} isDue={isBelowDue} />
      {isOnly && isBelowDue && (
        <ChunkPart
          key="consumption"
          chunk={consumption}
          waiting={<ConsumptionPlaceholder />}
          failedTitle={queuedText.failed}
        >
          {({ CompanyConsumption }) => <CompanyConsumption accounts={[{ account, name: account }]} />}
        </ChunkPart>
      )}
    </main>
  );
}
