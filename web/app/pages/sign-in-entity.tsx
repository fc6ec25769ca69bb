import { Link } from '@tanstack/react-router';
import { useWayIn } from '#web/app/use-way-in.tsx';
import { EntityForm } from '#web/features/sign-in/entity-form.tsx';
import { text } from '#web/features/sign-in/text.ts';
import { LitWindow } from '#web/ui/lit-window.tsx';

/** `/sign-in/entity`: the way in for companies. */
export default function SignInEntityPage() {
  const { ends, secondStep } = useWayIn();
  if (secondStep) return secondStep;
  return (
    <LitWindow
      title={text.entityTitle}
      suffix={text.product}
      lead={text.entityLead}
      foot={
        <>
          <Link to="/recover" search={{ type: 'entity' }}>
            {text.forgot}
          </Link>
          <Link to="/sign-up/entity">{text.noCabinet}</Link>
          <Link to="/sign-in/person">{text.forPerson}</Link>
          <Link to="/" hash="contacts">
            {text.contacts}
          </Link>
        </>
      }
    >
      <EntityForm {...ends} />
    </LitWindow>
  );
}
