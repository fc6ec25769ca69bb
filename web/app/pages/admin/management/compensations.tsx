import { getRouteApi, Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { ForRoles } from '#web/app/page-parts/for-roles.tsx';
import { Compensations } from '#web/features/service-terms/compensations.tsx';
import { text } from '#web/features/service-terms/compensations-text.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/layout/page-title.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import styles from '../../person/pages.module.css';

const path = '/cabinet/admin/management/compensations';
const route = getRouteApi(`/cabinet-layout${path}`);

/** `/cabinet/admin/management/compensations?state=`: what breached terms owe to customers, for who decides about it. */
export default function CompensationsPage() {
  const { state = 'proposed' } = route.useSearch();
  return (
    <main id="content" className={styles.page} data-wide="">
      <PageTitle title={text.title} suffix={text.product} />
      <ForRoles roles={['billing']}>
        <Compensations
          state={state}
          tabs={(waiting) => (
            <Row as="nav" gap="1" aria-label={text.parts}>
              {(['proposed', 'decided'] as const).map((one) => (
                <Link
                  key={one}
                  to={path}
                  search={one === 'proposed' ? {} : { state: one }}
                  className={buttonClass(one === state ? 'ink' : 'quiet')}
                  activeOptions={{ exact: true }}
                  activeProps={{}}
                  aria-current={one === state ? 'page' : undefined}
                >
                  {one === 'decided'
                    ? text.decided
                    : waiting === undefined
                      ? text.proposedNone
                      : formatText(text.proposed, { n: waiting })}
                </Link>
              ))}
            </Row>
          )}
        />
      </ForRoles>
    </main>
  );
}
