import { useWayIn } from '#web/app/use-way-in.tsx';
import { AdminForm } from '#web/features/sign-in/admin-form.tsx';
import { text } from '#web/features/sign-in/text.ts';
import { LitWindow } from '#web/ui/lit-window.tsx';

/** `/admin`: the way in for those who work for the supplier. */
export default function AdminSignInPage() {
  const { ends, secondStep } = useWayIn();
  if (secondStep) return secondStep;
  return (
    <LitWindow
      title={text.adminTitle}
      suffix={text.product}
      lead={text.adminLead}
      foot={<p>{text.adminHelp}</p>}
    >
      <AdminForm {...ends} />
    </LitWindow>
  );
}
