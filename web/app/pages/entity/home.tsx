import { Link, useNavigate } from '@tanstack/react-router';
import { ContactPhones } from '#web/features/company/contact-phones.tsx';
import { AccountPanes } from '#web/features/entity-home/account-panes.tsx';
import { chooseEntityAccount, clearEntityChoice } from '#web/features/entity-home/choose-account.ts';
import { text } from '#web/features/entity-home/text.ts';
import { useEntityAccounts } from '#web/features/entity-home/use-entity-accounts.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import sky from '../person/home.module.css';
import styles from './home.module.css';

/** `/cabinet/entity`: the accounts of a company, to choose the one to work with. */
export default function EntityHomePage() {
  const navigate = useNavigate();
  const { accounts, account, error, isFetching, refetch } = useEntityAccounts();
  const choose = (chosen: string) => {
    chooseEntityAccount(chosen).catch(() => undefined);
    navigate({ to: '/cabinet/entity/indication' }).catch(() => undefined);
  };
  return (
    <main id="content" className={styles.page}>
      <div className={sky.sky} data-tone="dusk">
        <div className={sky.inner}>
          <div className={sky.head}>
            <PageTitle title={text.title} suffix={text.product} />
            {accounts.length > 0 && (
              <p className={sky.address}>
                {account ? text.chosenLead.replace('{account}', account) : text.choose}
              </p>
            )}
          </div>
          {account && (
            <p className={styles.actions}>
              <Link to="/cabinet/entity/indication" className={buttonClass('lamp')}>
                {text.toIndication}
              </Link>
              <Button
                kind="plain"
                onClick={() => {
                  clearEntityChoice().catch(() => undefined);
                }}
              >
                {text.clear}
              </Button>
            </p>
          )}
          {error && (
            <FailedPart
              title={text.listFailed}
              message={failureOf(error).message}
              retryLabel={text.retry}
              retrying={isFetching}
              onRetry={() => refetch()}
            />
          )}
          {accounts.length === 0 && !isFetching && !error && (
            <Notice kind="warn" title={text.noAccounts}>
              <p>{text.noAccountsHelp}</p>
              <ContactPhones />
            </Notice>
          )}
          <AccountPanes accounts={accounts} chosen={account} onChoose={choose} />
        </div>
      </div>
    </main>
  );
}
