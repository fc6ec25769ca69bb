import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import {
  kindsOf,
  type NotificationKind,
  newsKinds,
  notificationKinds,
  reminderKinds,
} from '#contract/notifications.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type NotificationSettings, notificationsQuery } from './api.ts';
import choiceGroupStyles from './choice-group.module.css';
import { ChoiceGroup } from './choice-group.tsx';
import destinationsStyles from './destinations.module.css';
import { SettingsPart } from './settings-part.tsx';
import { text } from './text.ts';

/** The destination of each channel, and what is missing where there is none. */
function Destinations({ settings }: { settings: NotificationSettings }) {
  const isEntity = useSessionStore((state) => state.session?.type === 'entity');
  const { phone, email, emailConfirmed, devices } = settings;
  const isOnline = useOnline();
  const parsed = parsePhone(phone);
  return (
    <>
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      <dl className={destinationsStyles.places} aria-label={text.places}>
        <div>
          <dt>{text.channels.sms}</dt>
          <dd>{parsed ? formatPhone(parsed) : text.noPhone}</dd>
        </div>
        <div>
          <dt>{text.channels.mail}</dt>
          <dd>
            {email === '' && text.noEmail}
            {email !== '' && (emailConfirmed ? email : formatText(text.emailUnconfirmed, { email }))}
            {(email === '' || !emailConfirmed) && (
              <Link
                to={isEntity ? '/cabinet/entity/settings/account' : '/cabinet/person/settings/account'}
                className={destinationsStyles.link}
              >
                {email === '' ? text.addEmail : text.confirmEmail}
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{text.channels.push}</dt>
          <dd>{devices === 0 ? text.noDevices : formatText(text.devices, { count: devices })}</dd>
        </div>
      </dl>
    </>
  );
}

/** Reserves the space of the switches while loading. */
function ChoicesSkeleton({ kinds }: { kinds: readonly NotificationKind[] }) {
  return (
    <div>
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      {kinds.map((kind) => (
        <div key={kind} className={choiceGroupStyles.waiting}>
          <Skeleton />
        </div>
      ))}
    </div>
  );
}

/** Which news and reminders are sent by which channel. Source: product.md §5 (settings). */
export function ChoicesCard() {
  const type = useSessionStore((state) => state.session?.type);
  const query = useQuery(notificationsQuery);
  return (
    <SettingsPart title={text.choices} lead={text.choicesLead} busy={query.isFetching && !query.data}>
      <QueryPart
        query={query}
        failed={text.failed}
        skeleton={<ChoicesSkeleton kinds={kindsOf(notificationKinds, type)} />}
      >
        {(data) => (
          <>
            <Destinations settings={data} />
            <Stack gap="4">
              <ChoiceGroup title={text.groups.news} kinds={kindsOf(newsKinds, type)} settings={data} />
              <ChoiceGroup
                title={text.groups.reminders}
                kinds={kindsOf(reminderKinds, type)}
                settings={data}
              />
            </Stack>
          </>
        )}
      </QueryPart>
    </SettingsPart>
  );
}
