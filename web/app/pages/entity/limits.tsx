import { getRouteApi, Link } from '@tanstack/react-router';
import { readSearch } from '#contract/page-search.ts';
import { volumeSearch } from '#contract/pages.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { pageText } from '#web/app/page-text.ts';
import { text } from '#web/app/text.ts';
import { AccountLine } from '#web/features/accounts/entity/account-head.tsx';
import { RequestList } from '#web/features/volumes/request-list.tsx';
import { text as volumesText } from '#web/features/volumes/text.ts';
import { VolumeList } from '#web/features/volumes/volume-list.tsx';
import { VolumeSheet } from '#web/features/volumes/volume-sheet.tsx';
import { VolumeYear } from '#web/features/volumes/volume-year.tsx';
import { deviceNow } from '#web/lib/clock.ts';
import { useMay } from '#web/session/rights/use-may.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import styles from '../person/pages.module.css';

const path = '/cabinet/entity/limits';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/entity/limits?year=&month=&q=&show=&sort=&correct=`: contract volumes, and the correction of a month. */
export default function EntityLimitsPage() {
  const account = useSessionStore((state) => state.entity.user.account);
  const navigate = route.useNavigate();
  const mayCorrect = useMay('limits', 'change');
  const { year: asked, month: chosen, correct, ...filter } = readSearch(volumeSearch, route.useSearch());
  const today = kyivDateOf(deviceNow()).slice(0, 7);
  const year = asked ?? Number((chosen ?? today).slice(0, 4));
  const isThisYear = today.startsWith(String(year));
  const month = chosen?.startsWith(String(year)) ? chosen : isThisYear ? today : `${year}-01`;
  // The open month begins with the points that are nearest their limit.
  const shown = month === today && filter.sort === undefined ? { ...filter, sort: 'share' as const } : filter;
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={pageText.pages.limits} suffix={text.productName} />
      <AccountLine account={account} />
      {correct === undefined || !mayCorrect ? (
        <>
          <VolumeYear
            key={account}
            account={account}
            year={year}
            month={month}
            yearLink={(other, words) => (
              <Link to={path} search={{ year: other }} resetScroll={false}>
                {words}
              </Link>
            )}
            monthLink={(period, words) => (
              <Link
                to={path}
                search={{ ...filter, month: period }}
                resetScroll={false}
                aria-current={period === month ? 'true' : undefined}
                activeProps={{}}
              >
                {words}
              </Link>
            )}
            correctLink={(period, words, isButton) =>
              mayCorrect && (
                <Link
                  to={path}
                  search={{ month: period, correct: period }}
                  className={isButton ? buttonClass('ink') : undefined}
                >
                  {words}
                </Link>
              )
            }
          />
          <VolumeList
            key={`list ${account}`}
            account={account}
            period={month}
            filter={shown}
            onFilter={(next) => void navigate({ search: { ...next, month }, resetScroll: false })}
          />
          <RequestList key={`requests ${account}`} account={account} />
        </>
      ) : (
        <>
          <p>
            <Link to={path} search={{ month: correct }}>
              {volumesText.toVolumes}
            </Link>
          </p>
          <VolumeSheet key={`${account} ${correct}`} account={account} period={correct} />
        </>
      )}
    </main>
  );
}
