import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { personBalance } from '#contract/balance.ts';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { PayInDialog } from '#web/app/page-parts/pay-in-dialog.tsx';
import { useRequestedObject } from '#web/app/page-parts/use-requested-object.ts';
import { text as objectsText } from '#web/features/accounts/text.ts';
import { BalancePanel } from '#web/features/balance/balance-panel.tsx';
import { text as balanceText } from '#web/features/balance/text.ts';
import { UnpaidActs } from '#web/features/balance/unpaid-acts.tsx';
import { ConsumptionPlaceholder } from '#web/features/consumption/consumption-placeholder.tsx';
import { queuedText } from '#web/features/consumption/waiting-text.ts';
import { LastReading } from '#web/features/home/last-reading.tsx';
import { NextStepPanel } from '#web/features/home/next-step-panel.tsx';
import { text } from '#web/features/home/text.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { FieldsSkeleton } from '#web/features/readings/fields-skeleton.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { balanceRead } from '#web/session/account-changes.ts';
import { classes } from '#web/ui/classes.ts';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from './home.module.css';

/** Enough for the frame on a slow phone. */
const AFTER_FRAME_MS = 100;

/** Whether the content enabled by `isReady` is painted, so that later requests don't delay it. */
function usePainted(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true), AFTER_FRAME_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [isReady]);
  return isReady && isPainted;
}

/**
 * Copies the balance of the page to the list of objects; returns whether it is loaded or failed. Source: base
 * specification, section 4.
 */
function useSyncedBalance(account: string | undefined): boolean {
  const { data, isFetched } = useQuery({
    ...accountQuery(personBalance, account ?? ''),
    enabled: account !== undefined,
  });
  useEffect(() => {
    if (data && account) balanceRead(account, data.balance);
  }, [account, data]);
  return isFetched || account === undefined;
}

const consumption = chunk(() => import('#web/features/consumption/consumption-panel.tsx'));
const dayNight = chunk(() => import('#web/features/day-night/promo.tsx'));
const feedIn = chunk(() => import('#web/features/feed-in/feed-in-card.tsx'));
const messages = chunk(() => import('#web/features/supplier-messages/person-unread.tsx'));
const news = chunk(() => import('#web/features/events/news-panel.tsx'));
const objectChoice = chunk(() => import('#web/features/accounts/object-choice.tsx'));
const objectTiles = chunk(() => import('#web/features/accounts/object-tiles.tsx'));
const reading = chunk(() => import('#web/app/page-parts/home-reading.tsx'));

/** `/cabinet/person?account=`: overview of the chosen object and the next step. */
export default function PersonHomePage() {
  const { accounts, chosen } = useRequestedObject();
  const account = chosen?.account;
  // The parts below load after the balance.
  const isRead = useSyncedBalance(account);
  const isDue = usePainted(isRead);
  const [paying, setPaying] = useState<{ account: string; purpose: PayPurpose; reminds: boolean }>();
  const close = useCallback(() => setPaying(undefined), []);
  const pay = (purpose: PayPurpose, reminds: boolean) => account && setPaying({ account, purpose, reminds });
  const payEnergy = (due: string, reminds = false) => pay({ kind: 'energy', due }, reminds);
  const payAct = ({ number, ...sums }: { number: string; sum: string; unpaid: string }, reminds = false) =>
    pay({ kind: 'violationAct', actNumber: number, sum: sums.sum, unpaid: sums.unpaid }, reminds);
  return (
    <main id="content">
      <div className={styles.sky} data-tone="dusk">
        <div className={styles.inner}>
          <div className={classes(styles.head, accounts.length > 1 && chosen && styles.named)}>
            <PageTitle title={text.title} suffix={text.product}>
              {chosen ? chosen.objectName : objectsText.chooseObject}
            </PageTitle>
            {chosen && (
              <p className={styles.address}>
                {chosen.address !== chosen.objectName && `${chosen.address} · `}
                <span>
                  {text.account} {chosen.account}
                </span>
              </p>
            )}
          </div>
          {!account && (
            <ChunkPart
              chunk={objectChoice}
              waiting={<div className={styles.choice} />}
              failedTitle={text.objectsFailed}
            >
              {({ ObjectChoice }) => <ObjectChoice accounts={accounts} />}
            </ChunkPart>
          )}
          {account && (
            <div className={styles.now} key={account}>
              <NextStepPanel
                account={account}
                reading={
                  <ChunkPart
                    chunk={reading}
                    waiting={<FieldsSkeleton account={account} label={text.loading} />}
                    failedTitle={text.readingFailed}
                  >
                    {({ default: HomeReading }) => <HomeReading account={account} />}
                  </ChunkPart>
                }
                onPay={payEnergy}
                onPayAct={payAct}
                phones={<ContactPhones />}
              />
              <BalancePanel
                account={account}
                transitLink={(paymentId, words) =>
                  paymentId === undefined ? (
                    <Link
                      to="/cabinet/person/directory/payment-history"
                      search={{ state: 'inTransit' }}
                      className={styles.link}
                    >
                      {words}
                    </Link>
                  ) : (
                    <Link
                      to="/cabinet/person/payments/$paymentId"
                      params={{ paymentId }}
                      className={styles.link}
                    >
                      {words}
                    </Link>
                  )
                }
                links={
                  <Link to="/cabinet/person/bills" className={classes(styles.link, styles.toBills)}>
                    {text.allBills}
                  </Link>
                }
              />
            </div>
          )}
        </div>
      </div>
      {account && (
        <div className={classes(styles.parts, !isRead && styles.unseen)} key={account}>
          <UnpaidActs
            account={account}
            link={
              <Link to="/cabinet/person/docs/violations" className={styles.link}>
                {balanceText.toActs}
              </Link>
            }
            onPay={payAct}
          />
          {chosen?.greenTarif && (
            <ChunkPart
              chunk={feedIn}
              isDue={isDue}
              waiting={<div className={styles.feedIn} />}
              failedTitle={text.feedInFailed}
            >
              {({ FeedInCard }) => (
                <FeedInCard
                  account={account}
                  link={
                    <Link to="/cabinet/person/docs/green-tarif" className={styles.link}>
                      {text.allFeedInActs}
                    </Link>
                  }
                />
              )}
            </ChunkPart>
          )}
          <ChunkPart
            chunk={consumption}
            isDue={isDue}
            waiting={<ConsumptionPlaceholder />}
            failedTitle={queuedText.failed}
          >
            {({ ConsumptionPanel }) => <ConsumptionPanel account={account} />}
          </ChunkPart>
          <LastReading account={account} />
          <ChunkPart
            chunk={news}
            isDue={isDue}
            waiting={<div className={styles.news} />}
            failedTitle={text.newsFailed}
          >
            {({ NewsPanel }) => <NewsPanel account={account} />}
          </ChunkPart>
          <ChunkPart
            chunk={messages}
            isDue={isDue}
            waiting={<div className={styles.news} />}
            failedTitle={text.messagesFailed}
          >
            {({ PersonUnread }) => (
              <PersonUnread
                account={account}
                linkTo={(message, words) => (
                  <Link
                    to="/cabinet/person/tickets"
                    search={{ part: 'messages', message }}
                    className={styles.link}
                  >
                    {words}
                  </Link>
                )}
                linkToAll={(words) => (
                  <Link to="/cabinet/person/tickets" search={{ part: 'messages' }} className={styles.link}>
                    {words}
                  </Link>
                )}
              />
            )}
          </ChunkPart>
        </div>
      )}
      {account && (
        <ChunkPart
          chunk={dayNight}
          isDue={isDue}
          waiting={<div className={styles.promo} />}
          failedTitle={text.dayNightFailed}
        >
          {({ DayNightPromo }) => <DayNightPromo account={account} key={account} />}
        </ChunkPart>
      )}
      {account && (
        <ChunkPart
          chunk={objectTiles}
          isDue={isDue}
          waiting={<div className={styles.objects} />}
          failedTitle={text.objectsFailed}
        >
          {({ ObjectTiles }) => <ObjectTiles accounts={accounts} chosen={account} />}
        </ChunkPart>
      )}
      {account && (
        <PayInDialog
          account={account}
          // A dialog opened for one object must not pay for another.
          purpose={paying?.account === account ? paying.purpose : undefined}
          reminds={paying?.reminds}
          onClose={close}
        />
      )}
    </main>
  );
}
