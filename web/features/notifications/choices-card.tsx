import { useQuery } from '@tanstack/react-query';
import { newsKinds, reminderKinds } from '#contract/notifications.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { notificationsQuery } from './api.ts';
import { ChoiceGroup } from './choice-group.tsx';
import styles from './choices-card.module.css';
import { ChoicesWaiting } from './choices-waiting.tsx';
import { Places } from './places.tsx';
import { SettingsPart } from './settings-part.tsx';
import { text } from './text.ts';

/** By what one hears of which news and reminders. Source: product.md §5 (settings). */
export function ChoicesCard() {
  const { data, error, isFetching, refetch } = useQuery(notificationsQuery);
  return (
    <SettingsPart title={text.choices} lead={text.choicesLead} busy={isFetching && !data}>
      {data && (
        <>
          <Places settings={data} />
          <div className={styles.groups}>
            <ChoiceGroup title={text.groups.news} kinds={newsKinds} settings={data} />
            <ChoiceGroup title={text.groups.reminders} kinds={reminderKinds} settings={data} />
          </div>
        </>
      )}
      {!data && error && (
        <FailedPart
          title={text.failed}
          message={failureOf(error).message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <ChoicesWaiting />}
    </SettingsPart>
  );
}
