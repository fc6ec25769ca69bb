import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useId } from 'react';
import { formatPhone, parsePhone } from '#domain/identifiers/contacts.ts';
import { useOfflineQueue } from '#web/features/readings/offline-queue/queued-reading.ts';
import { leaveSession } from '#web/session/leaving/leave-session.ts';
import { type SessionStore, useSessionStore } from '#web/session/session-store.ts';
import { signOut as signOutDrawing, user } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown } from '#web/ui/icons.ts';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { text } from './text.ts';
import styles from './user-menu.module.css';

const links = {
  person: [
    { to: '/cabinet/person/settings/account', label: text.account },
    { to: '/cabinet/person/settings/personal-information', label: text.personal },
    { to: '/cabinet/person/settings/aparts', label: text.objects },
    { to: '/cabinet/person/add-apart', label: text.addObject },
  ],
  entity: [{ to: '/cabinet/entity/settings/account', label: text.account }],
  admin: [{ to: '/cabinet/admin/settings', label: text.account }],
} as const;

/** Display name of the user: an administrator's name, a customer's phone. */
function nameOf({ session, person, entity, admin }: SessionStore): string {
  if (session?.type === 'admin') return admin.fullName || admin.login;
  const phone = session?.type === 'entity' ? entity.user.phone : person.phone;
  const parsed = parsePhone(phone);
  return parsed ? formatPhone(parsed) : phone;
}

/** User name, settings and sign-out in a native popover: Escape and a click outside close it. */
export function UserMenu() {
  const id = useId();
  const name = useSessionStore(nameOf);
  const type = useSessionStore((state) => state.session?.type) ?? 'person';
  const isWaiting = useOfflineQueue(({ readings }) => readings?.some(({ answer }) => answer === undefined));
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id}>
        <Icon drawing={user} />
        <VisuallyHidden>{text.menu}</VisuallyHidden>
        <span className={styles.name}>{name}</span>
        <Icon drawing={chevronDown} size={16} />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        <p className={styles.who}>{name}</p>
        {isWaiting && <p className={styles.waiting}>{text.waitingStays}</p>}
        <ul>
          {links[type].map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.entry}
                onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
              >
                {label}
              </Link>
            </li>
          ))}
          <li>
            <SignOutButton />
          </li>
        </ul>
      </div>
    </>
  );
}

function SignOutButton() {
  const router = useRouter();
  const queries = useQueryClient();
  const leave = async () => {
    void leaveSession();
    // Clear after leaving the page: mounted components would refetch without a session.
    await router.navigate({ to: '/' });
    queries.clear();
  };
  return (
    <button
      type="button"
      className={styles.entry}
      onClick={() => {
        leave().catch(() => undefined);
      }}
    >
      {text.signOut}
      <Icon drawing={signOutDrawing} />
    </button>
  );
}
