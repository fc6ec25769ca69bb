import { getRouteApi, Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { text } from '#web/features/readings/review/desk-text.ts';
import { DeskKeys, ReviewCase } from '#web/features/readings/review/review-case.tsx';
import styles from '#web/features/readings/review/review-desk.module.css';
import { ReviewQueue } from '#web/features/readings/review/review-queue.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row, Text } from '#web/ui/layout/stack.tsx';
import pageStyles from '../../person/pages.module.css';

const path = '/cabinet/admin/management/readings-review';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/admin/management/readings-review?state=&account=&review=`: readings under review, and the open one beside them. */
export default function ReadingsReviewPage() {
  const { state = 'waiting', account, review } = route.useSearch();
  const navigate = route.useNavigate();
  const isOpen = account !== undefined && review !== undefined;
  const stateSearch = state === 'waiting' ? {} : { state };
  return (
    <main id="content" className={pageStyles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['operator']}>
        <div className={styles.desk} data-open={isOpen ? '' : undefined}>
          <div className={styles.list}>
            <ReviewQueue
              state={state}
              open={review}
              onOpen={({ account: of, reviewId }) =>
                void navigate({
                  resetScroll: false,
                  replace: isOpen,
                  search: { ...stateSearch, account: of, review: reviewId },
                })
              }
              linkTo={({ account: of, reviewId }, words) => (
                <Link
                  to={path}
                  resetScroll={false}
                  search={{ ...stateSearch, account: of, review: reviewId }}
                >
                  {words}
                </Link>
              )}
              tabs={(counts) => (
                <Row as="nav" gap="1" aria-label={text.states}>
                  {(['waiting', 'photoAsked'] as const).map((one) => (
                    <Link
                      key={one}
                      to={path}
                      search={one === 'waiting' ? {} : { state: one }}
                      className={buttonClass(one === state ? 'ink' : 'quiet')}
                      activeOptions={{ exact: true }}
                      activeProps={{}}
                      aria-current={one === state ? 'page' : undefined}
                    >
                      {formatText(text[one], { n: counts?.[one] ?? '…' })}
                    </Link>
                  ))}
                </Row>
              )}
            />
            <DeskKeys />
          </div>
          <div className={styles.case}>
            {isOpen ? (
              <ReviewCase
                key={review}
                account={account}
                reviewId={review}
                listLink={
                  <Link to={path} search={stateSearch}>
                    {text.back}
                  </Link>
                }
              />
            ) : (
              <>
                <Text as="h2" size="l">
                  {text.choose}
                </Text>
                <Text tone="quiet">{text.chooseNext}</Text>
              </>
            )}
          </div>
        </div>
      </ForRoles>
    </main>
  );
}
