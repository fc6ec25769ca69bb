import { useSignInFlow } from '#web/app/session/use-sign-in-flow.tsx';
import { AdminForm } from '#web/features/identity/sign-in/sign-in-steps.tsx';
import { text } from '#web/features/identity/sign-in/steps-text.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';

/** `/admin`: sign-in of administrators. */
export default function AdminSignInPage() {
  const { ends, secondStep } = useSignInFlow();
  if (secondStep) return secondStep;
  return (
    <AuthCard
      title={text.adminTitle}
      suffix={text.product}
      lead={text.adminLead}
      foot={<p>{text.adminHelp}</p>}
    >
      <AdminForm {...ends} />
    </AuthCard>
  );
}
