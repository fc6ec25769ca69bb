import { useNavigate } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { AccountTiles } from '#web/features/accounts/entity/account-tiles.tsx';
import { text } from '#web/features/accounts/entity/text.ts';
import {
  chooseEntityAccount,
  clearEntityChoice,
  useEntityAccounts,
} from '#web/features/accounts/entity/use-entity-accounts.ts';
import { ReadingWay } from '#web/features/readings/brief-reading.tsx';
import { ContactPhones } from '#web/features/supplier/phone-list.tsx';
import { QueryFailure } from '#web/lib/query/query-part.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import sky from '../person/home.module.css';
import styles from './home.module.css';

/** `/cabinet/entity`: the accounts of an entity; one is chosen to work with. */
export default function EntityHomePage() {
  const navigate = useNavigate();
  const { accounts, account, query } = useEntityAccounts();
  const places = useSessionStore((state) => state.entity.places);
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
            {accounts.length > 1 && (
              <p>{formatText(text.counts, { accounts: accounts.length, places: places.length })}</p>
            )}
          </div>
          {account && (
            <Row as="p" gap="15" align="center">
              <ReadingWay account={account} to="/cabinet/entity/indication" />
              <Button
                kind="plain"
                onClick={() => {
                  clearEntityChoice().catch(() => undefined);
                }}
              >
                {text.clear}
              </Button>
            </Row>
          )}
          <QueryFailure query={query} title={text.listFailed} />
          {accounts.length === 0 && !query.isFetching && !query.error && (
            <Notice kind="warn" title={text.noAccounts}>
              <p>{text.noAccountsHelp}</p>
              <ContactPhones />
            </Notice>
          )}
          <AccountTiles accounts={accounts} chosen={account} onChoose={choose} />
        </div>
      </div>
    </main>
  );
}
