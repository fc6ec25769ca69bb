import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { chunk } from '#web/app/chunk.ts';
import { ChunkPart } from '#web/app/chunk-part.tsx';
import { BalancePanel } from '#web/features/balance/balance-panel.tsx';
import { text as balanceText } from '#web/features/balance/text.ts';
import { UnpaidActs } from '#web/features/balance/unpaid-acts.tsx';
import { ConsumptionWaiting } from '#web/features/consumption/consumption-waiting.tsx';
import { waitingText } from '#web/features/consumption/waiting-text.ts';
import { LastReading } from '#web/features/home/last-reading.tsx';
import { NextStepPanel } from '#web/features/home/next-step-panel.tsx';
import { text } from '#web/features/home/text.ts';
import { ObjectChoice } from '#web/features/objects/object-choice.tsx';
import { ObjectTiles } from '#web/features/objects/object-tiles.tsx';
import { text as objectsText } from '#web/features/objects/text.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { FieldsWaiting } from '#web/features/readings/fields-waiting.tsx';
import { classes } from '#web/ui/classes.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './home.module.css';
import { PayInDialog } from './pay-in-dialog.tsx';
import { useAskedObject } from './use-asked-object.ts';
import { useKeptBalance } from './use-kept-balance.ts';
import { usePainted } from './use-painted.ts';

const consumption = chunk(() => import('#web/features/consumption/consumption-panel.tsx'));
const dayNight = chunk(() => import('#web/features/day-night/promo.tsx'));
const news = chunk(() => import('#web/features/events/news-panel.tsx'));
const reading = chunk(() => import('./home-reading.tsx'));

/** `/cabinet/person?account=`: the chosen object at a glance, and what is to be done now. */
export default function PersonHomePage() {
  const { accounts, chosen } = useAskedObject();
  const account = chosen?.account;
  // What stands below is fetched after what the page is for.
  const isRead = useKeptBalance(account);
  const isDue = usePainted(isRead);
  const [paying, setPaying] = useState<{ account: string; purpose: PayPurpose; reminds: boolean }>();
  const close = useCallback(() => setPaying(undefined), []);
  const pay = (purpose: PayPurpose, reminds: boolean) => account && setPaying({ account, purpose, reminds });
  const payEnergy = (due: string, reminds = false) => pay({ kind: 'energy', due }, reminds);
  const payAct = ({ number, sum }: { number: string; sum: string }, reminds = false) =>
    pay({ kind: 'violationAct', actNumber: number, sum }, reminds);
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
          {!account && <ObjectChoice accounts={accounts} />}
          {account && (
            <div className={styles.now} key={account}>
              <NextStepPanel
                account={account}
                reading={
                  <ChunkPart
                    chunk={reading}
                    waiting={<FieldsWaiting account={account} label={text.loading} />}
                    failedTitle={text.readingFailed}
                  >
                    {({ default: HomeReading }) => <HomeReading account={account} />}
                  </ChunkPart>
                }
                onPay={payEnergy}
                onPayAct={payAct}
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
                  <Link to="/cabinet/person/bills" className={styles.link}>
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
          <ChunkPart
            chunk={consumption}
            isDue={isDue}
            waiting={<ConsumptionWaiting />}
            failedTitle={waitingText.failed}
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
      {account && <ObjectTiles accounts={accounts} chosen={account} />}
      {account && (
        <PayInDialog
          account={account}
          // What was opened for one object is never paid for another.
          purpose={paying?.account === account ? paying.purpose : undefined}
          reminds={paying?.reminds}
          onClose={close}
        />
      )}
    </main>
  );
}
