import { Link, useSearch } from '@tanstack/react-router';
import { useWayIn } from '#web/app/use-way-in.ts';
import { SecondStep } from '#web/features/second-factor/second-step.tsx';
import { CodeForm } from '#web/features/sign-in/code-form.tsx';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { text } from '#web/features/sign-in/text.ts';
import { WayTabs } from '#web/features/sign-in/way-tabs.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { LitWindow } from '#web/ui/lit-window.tsx';

/** `/sign-in/person`: the way in for households, by password or by a code (`?way=code`). */
export default function SignInPersonPage() {
  const { ends, challenge, startAnew } = useWayIn();
  const { way } = useSearch({ strict: false });
  // The prerendered page is the one with the password, whatever is asked.
  const isByCode = useHydrated() && way === 'code';
  if (challenge)
    return <SecondStep key={challenge.challenge} challenge={challenge} onBack={startAnew} {...ends} />;
  return (
    <LitWindow
      title={text.title}
      suffix={text.product}
      lead={text.lead}
      foot={
        <>
          <Link to="/recover" search={{ type: 'person' }}>
            {text.forgot}
          </Link>
          <Link to="/sign-up/person">{text.noCabinet}</Link>
          <Link to="/sign-in/entity">{text.forEntity}</Link>
          <Link to="/" hash="contacts">
            {text.contacts}
          </Link>
        </>
      }
    >
      <WayTabs isByCode={isByCode} />
      {isByCode ? <CodeForm {...ends} /> : <SignInForm {...ends} />}
    </LitWindow>
  );
}
