import { SignInLinks } from '#web/features/identity/sign-in/sign-in-links.tsx';
import { text } from '#web/features/identity/sign-in/steps-text.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';

/** `/auth`: choice of the sign-in page. */
export default function AuthPage() {
  return (
    <AuthCard title={text.title} suffix={text.product} lead={text.doors.lead}>
      <SignInLinks />
    </AuthCard>
  );
}
