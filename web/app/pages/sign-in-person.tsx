import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/app/loading/chunk-reload.ts';
import { useSignInFlow } from '#web/app/session/use-sign-in-flow.tsx';
import { text as appText } from '#web/app/text.ts';
import { CodeFormShape, SignInForm, WayTabs } from '#web/features/identity/sign-in/sign-in-form.tsx';
import { text } from '#web/features/identity/sign-in/text.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';

// Lazy: the page opens with the password form.
const CodeForm = lazy(async () => {
  const { CodeForm } = await loadChunk(() => import('#web/features/identity/sign-in/sign-in-steps.tsx'));
  return { default: CodeForm };
});

/** `/sign-in/person`: sign-in of persons by password or by code (`?way=code`). */
export default function SignInPersonPage() {
  const { ends, secondStep } = useSignInFlow();
  const { way } = useSearch({ strict: false });
  // The prerendered page has the password form, whatever the query.
  const isHydrated = useHydrated();
  const isByCode = isHydrated && way === 'code';
  if (secondStep) return secondStep;
  return (
    <AuthCard
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
      {/* Remounted once: hydration does not update the attributes of prerendered markup. */}
      <WayTabs key={String(isHydrated)} />
      {isByCode ? (
        <Suspense fallback={<CodeFormShape label={appText.loadingPage} />}>
          <CodeForm {...ends} />
        </Suspense>
      ) : (
        <SignInForm {...ends} />
      )}
    </AuthCard>
  );
}
