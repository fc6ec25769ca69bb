import { useRouter } from '@tanstack/react-router';
import { ContactsCard } from '#web/features/settings/contacts-card.tsx';
import { PasswordCard } from '#web/features/settings/password-card.tsx';
import { SecondFactorCard } from '#web/features/settings/second-factor-card.tsx';
import { SessionsCard } from '#web/features/settings/sessions-card.tsx';

/** What the account settings of every role consist of; each part loads and fails by itself. */
export function AccountSettings() {
  const router = useRouter();
  return (
    <>
      <ContactsCard kinds={['phone', 'email']} />
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard onLeft={() => router.navigate({ to: '/' })} />
    </>
  );
}
