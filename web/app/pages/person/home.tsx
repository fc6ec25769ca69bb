import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { BalancePanel } from '#web/features/balance/balance-panel.tsx';
import { UnpaidActs } from '#web/features/balance/unpaid-acts.tsx';
import { ConsumptionPanel } from '#web/features/consumption/consumption-panel.tsx';
import { LastReading } from '#web/features/home/last-reading.tsx';
import { NextStepPanel } from '#web/features/home/next-step-panel.tsx';
import { text } from '#web/features/home/text.ts';
import { ObjectChoice } from '#web/features/objects/object-choice.tsx';
import { ObjectTiles } from '#web/features/objects/object-tiles.tsx';
import { text as objectsText } from '#web/features/objects/text.ts';
import { PayDialog } from '#web/features/payments/pay-dialog.tsx';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './home.module.css';
import { useAskedObject } from './use-asked-object.ts';
import { useKeptBalance } from './use-kept-balance.ts';

/** `/cabinet/person?account=`: the chosen object at a glance, and what is to be done now. */
export default function PersonHomePage() {
  const { accounts, chosen } = useAskedObject();
  const account = chosen?.account;
  useKeptBalance(account);
  const [paying, setPaying] = useState<{ account: string; purpose: PayPurpose }>();
  const pay = (purpose: PayPurpose) => account && setPaying({ account, purpose });
  const payEnergy = (due: string) => pay({ kind: 'energy', due });
  const payAct = ({ number, sum }: { number: string; sum: string }) =>
    pay({ kind: 'violationAct', actNumber: number, sum });
  return (
    <main id="content">
      <div className={styles.sky} data-tone="dusk">
        <div className={styles.inner}>
          <div className={styles.head}>
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
          {account && accounts.length > 1 && <ObjectTiles accounts={accounts} chosen={account} />}
          {!account && <ObjectChoice accounts={accounts} />}
          {account && (
            <div className={styles.now} key={account}>
              <BalancePanel
                account={account}
                links={
                  <Link to="/cabinet/person/bills" className={styles.link}>
                    {text.allBills}
                  </Link>
                }
              />
              <NextStepPanel account={account} onPay={payEnergy} onPayAct={payAct} />
            </div>
          )}
        </div>
      </div>
      {account && (
        <div className={styles.parts} key={account}>
          <UnpaidActs account={account} onPay={payAct} />
          <ConsumptionPanel account={account} />
          <LastReading account={account} />
        </div>
      )}
      {account && (
        <PayDialog
          account={account}
          // What was opened for one object is never paid for another.
          purpose={paying?.account === account ? paying.purpose : undefined}
          onClose={() => setPaying(undefined)}
        />
      )}
    </main>
  );
}
