import type { ContactKind } from './api.ts';
import { ContactRow } from './contact-row.tsx';
import styles from './contacts-card.module.css';
import { ProfileCard } from './profile-card.tsx';
import { text } from './text.ts';

interface ContactsCardProps {
  /** The contacts of this section. */
  kinds: readonly ContactKind[];
}

/** Phone and e-mail, each changed only with a code that proves it and the password. Source: product.md §5 (settings). */
export function ContactsCard({ kinds }: ContactsCardProps) {
  const title = kinds.length > 1 ? text.contacts : text.email;
  return (
    <ProfileCard title={title}>
      {(profile) => (
        <div className={styles.rows}>
          {kinds.map((kind) => (
            <ContactRow key={kind} kind={kind} profile={profile} isNamed={kinds.length > 1} />
          ))}
        </div>
      )}
    </ProfileCard>
  );
}
