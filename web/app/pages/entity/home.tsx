import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { moneyFromWire, moneyToWire, sumMoney } from '#domain/money.ts';
import { chunk } from '#web/app/loading/chunk.ts';
import { ChunkPart } from '#web/app/loading/chunk-part.tsx';
import { safeReturnPath } from '#web/app/session/return-path.ts';
import { takeWantedPage } from '#web/app/session/wanted-page.ts';
import { AccountTiles, debtText } from '#web/features/accounts/entity/account-tiles.tsx';
import type { EntityStep, Overview } from '#web/features/accounts/entity/entity-now.ts';
import { DueList, EntityNow } from '#web/features/accounts/entity/overview-parts.tsx';
import { text } from '#web/features/accounts/entity/text.ts';
import {
  chooseEntityAccount,
  clearEntityChoice,
  entityOverviewQuery,
  useEntityAccounts,
} from '#web/features/accounts/entity/use-entity-accounts.ts';
import { ConsumptionPlaceholder } from '#web/features/consumption/consumption-placeholder.tsx';
import { queuedText } from '#web/features/consumption/waiting-text.ts';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { unreadQuery } from '#web/features/supplier-messages/message-queries.ts';
import { text as messagesText } from '#web/features/supplier-messages/text.ts';
import { UnreadPanel } from '#web/features/supplier-messages/unread-panel.tsx';
import { QueryFailure, QueryPart } from '#web/lib/query/query-part.tsx';
import { useMay } from '#web/session/rights/use-may.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import sky from '../person/home.module.css';
import styles from './home.module.css';

const consumption = chunk(() => import('#web/features/consumption/company-consumption.tsx'));

/** "327 точок обліку, борг 1 234,50 грн". */
function totalsText({ accounts }: Overview): string {
  const points = accounts.reduce((sum, one) => sum + one.points, 0);
  const debts = accounts.flatMap(({ debt }) => (debt === null ? [] : [moneyFromWire(debt)]));
  const debt = debts.length > 0 ? `, ${debtText(moneyToWire(sumMoney(debts)))}` : '';
  return `${formatText(text.pointsTotal, { points })}${debt}`;
}

/** `/cabinet/entity`: what is due in all accounts of an entity; one is chosen to work with. */
export default function EntityHomePage() {
  const navigate = useNavigate();
  const { accounts, account, query } = useEntityAccounts();
  const places = useSessionStore((state) => state.entity.places);
  const seesMoney = useMay('money', 'read');
  const duties = { givesReadings: useMay('points', 'change'), pays: useMay('money', 'change') };
  const seesWholeAccounts = useSessionStore(({ session }) => session?.company?.objects !== 'points');
  const overview = useQuery({ ...entityOverviewQuery, enabled: seesWholeAccounts });
  const figures = new Map(overview.data?.accounts.map((one) => [one.account, one]));
  // The page of a link waits for the choice, made here or by the account that the link names.
  const openWanted = useCallback(() => {
    const wanted = safeReturnPath(takeWantedPage(), 'entity');
    if (wanted === undefined) return false;
    navigate({ href: wanted, replace: true }).catch(() => undefined);
    return true;
  }, [navigate]);
  useEffect(() => {
    if (account) openWanted();
  }, [account, openWanted]);
  const choose = (chosen: string) => {
    chooseEntityAccount(chosen).catch(() => undefined);
    if (!openWanted()) navigate({ to: '/cabinet/entity/indication' }).catch(() => undefined);
  };
  const nameOf = (number: string) => {
    const found = accounts.find((one) => one.account === number);
    return found?.objectName || found?.address || number;
  };
  return (
    <main id="content" className={styles.page}>
      <div className={sky.sky} data-tone="dusk">
        <div className={sky.inner}>
          <div className={sky.head}>
            <PageTitle title={text.title} suffix={text.product} />
            {accounts.length > 1 && (
              <p className={sky.address}>
                {formatText(text.counts, { accounts: accounts.length, places: places.length })}
                {overview.data && ` · ${totalsText(overview.data)}`}
              </p>
            )}
          </div>
          {accounts.length > 0 && seesWholeAccounts && (
            <QueryPart
              query={overview}
              failed={text.nowFailed}
              skeleton={
                <div className={styles.now} aria-busy="true">
                  <VisuallyHidden>{text.nowLoading}</VisuallyHidden>
                  <Skeleton shape="title" />
                  <Skeleton />
                </div>
              }
            >
              {(data) => (
                <EntityNow
                  overview={data}
                  duties={duties}
                  nameOf={nameOf}
                  linkTo={(step, words, isFirst) => (
                    <StepLink step={step} isFirst={isFirst}>
                      {words}
                    </StepLink>
                  )}
                />
              )}
            </QueryPart>
          )}
          <QueryFailure query={query} title={text.listFailed} />
          {accounts.length === 0 && !query.isFetching && !query.error && (
            <Notice kind="warn" title={text.noAccounts}>
              <p>{text.noAccountsHelp}</p>
              <ContactPhones />
            </Notice>
          )}
          {accounts.length > 0 && (
            <p className={styles.choice}>
              <span>{account ? formatText(text.chosenLead, { account }) : text.choose}</span>
              {account && (
                <Button
                  kind="plain"
                  onClick={() => {
                    clearEntityChoice().catch(() => undefined);
                  }}
                >
                  {text.clear}
                </Button>
              )}
            </p>
          )}
          <AccountTiles accounts={accounts} figures={figures} chosen={account} onChoose={choose} />
        </div>
      </div>
      {accounts.length > 0 && (
        <div className={styles.parts}>
          <div className={styles.desk}>
            {seesMoney && overview.data && <DueList overview={overview.data} nameOf={nameOf} />}
            <NewMessages nameOf={nameOf} />
          </div>
          <ChunkPart chunk={consumption} waiting={<ConsumptionPlaceholder />} failedTitle={queuedText.failed}>
            {({ CompanyConsumption }) => (
              <CompanyConsumption
                accounts={accounts.map((one) => ({ account: one.account, name: nameOf(one.account) }))}
              />
            )}
          </ChunkPart>
        </div>
      )}
    </main>
  );
}

interface StepLinkProps {
  step: EntityStep;
  /** It has the lamp. */
  isFirst: boolean;
  children: ReactNode;
}

/** Leads to what a step is about; its account becomes the chosen one. */
function StepLink({ step, isFirst, children }: StepLinkProps) {
  const chosen = useSessionStore((state) => state.entity.user.account);
  const account =
    step.kind === 'reading' ? (step.accounts[0] ?? '') : 'due' in step ? step.due.account : step.account;
  const props = {
    ...(isFirst && { className: buttonClass('lamp') }),
    onClick: () => {
      if (account !== chosen) chooseEntityAccount(account).catch(() => undefined);
    },
    children,
  };
  switch (step.kind) {
    case 'reading':
      return <Link to="/cabinet/entity/indication" {...props} />;
    case 'overdue':
    case 'pay':
      return <Link to="/cabinet/entity/bills/balance" {...props} />;
    case 'act':
      return (
        <Link
          to="/cabinet/entity/docs/payment"
          search={step.count === 1 ? { period: step.period } : { state: 'toSign' }}
          {...props}
        />
      );
    case 'declined':
      return (
        <Link to="/cabinet/entity/limits" search={{ month: step.period, correct: step.period }} {...props} />
      );
    case 'near':
      return <Link to="/cabinet/entity/limits" search={{ month: step.period }} {...props} />;
  }
}

/** New messages in all accounts; each opens in the inbox of an account that it was sent to. */
function NewMessages({ nameOf }: { nameOf: (account: string) => string }) {
  const account = useSessionStore((state) => state.entity.user.account);
  const unread = useQuery(unreadQuery);
  const placeOf = (accounts: readonly string[]) =>
    accounts.includes(account) ? account : (accounts[0] ?? '');
  const open = (chosen: string) => {
    if (chosen !== account) chooseEntityAccount(chosen).catch(() => undefined);
  };
  const anyPlace = account || (unread.data?.accounts[0]?.account ?? '');
  return (
    <UnreadPanel
      query={unread}
      read={({ total, latest }) => ({
        count: total,
        latest: latest.map(({ accounts, ...message }) => ({
          ...message,
          place: placeOf(accounts),
          note:
            accounts.length > 1
              ? formatText(messagesText.ofAccounts, { n: accounts.length })
              : nameOf(accounts[0] ?? ''),
        })),
      })}
      linkTo={({ id, place }, words) => (
        <Link
          to="/cabinet/entity/tickets"
          search={{ part: 'messages', message: id }}
          onClick={() => open(place)}
        >
          {words}
        </Link>
      )}
      linkToAll={
        anyPlace !== '' && (
          <Link to="/cabinet/entity/tickets" search={{ part: 'messages' }} onClick={() => open(anyPlace)}>
            {messagesText.openAll}
          </Link>
        )
      }
    />
  );
}
