import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { formatPhone, parsePhone } from '#domain/identifiers/phone.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { NotificationSettings } from './api.ts';
import { countDevices } from './count-devices.ts';
import styles from './places.module.css';
import { text } from './text.ts';

/** Where each channel leads, and what is missing where it leads nowhere. */
export function Places({ settings }: { settings: NotificationSettings }) {
  const { phone, email, emailConfirmed, devices } = settings;
  const isOnline = useOnline();
  const parsed = parsePhone(phone);
  return (
    <>
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      <dl className={styles.places} aria-label={text.places}>
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
              <Link to="/cabinet/person/settings/account" className={styles.link}>
                {email === '' ? text.addEmail : text.confirmEmail}
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{text.channels.push}</dt>
          <dd>{devices === 0 ? text.noDevices : countDevices(devices)}</dd>
        </div>
      </dl>
    </>
  );
}
