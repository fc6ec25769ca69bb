import { useRouter } from '@tanstack/react-router';
import { ContactsCard } from '#web/features/identity/settings/contacts-card.tsx';
import { PasswordCard } from '#web/features/identity/settings/password-card.tsx';
import { SecondFactorCard } from '#web/features/identity/settings/second-factor/second-factor-card.tsx';
import { SessionsCard } from '#web/features/identity/settings/sessions-card.tsx';
import { CabinetVersion } from '#web/features/supplier/cabinet-version.tsx';

/** Account settings shared by all roles; each part loads and fails separately. */
export function AccountSettings() {
  const router = useRouter();
  return (
    <>
      <ContactsCard kinds={['phone', 'email']} />
      <PasswordCard />
      <SecondFactorCard />
      <SessionsCard onLeft={() => router.navigate({ to: '/' })} />
      <CabinetVersion />
    </>
  );
}
