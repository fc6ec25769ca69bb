import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk } from '#web/app/chunk-reload.ts';
import { useWayIn } from '#web/app/use-way-in.tsx';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { text } from '#web/features/sign-in/text.ts';
import { WayTabs } from '#web/features/sign-in/way-tabs.tsx';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { LitWindow } from '#web/ui/lit-window.tsx';

// Not part of the first load: the page opens with the password.
const CodeForm = lazy(async () => {
  const { CodeForm } = await loadChunk(() => import('#web/features/sign-in/code-form.tsx'));
  return { default: CodeForm };
});

/** `/sign-in/person`: the way in for households, by password or by a code (`?way=code`). */
export default function SignInPersonPage() {
  const { ends, secondStep } = useWayIn();
  const { way } = useSearch({ strict: false });
  // The prerendered page is the one with the password, whatever is asked.
  const isHydrated = useHydrated();
  const isByCode = isHydrated && way === 'code';
  if (secondStep) return secondStep;
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
      {/* Made anew once: taking over a prerendered page leaves the attributes as they were written. */}
      <WayTabs key={String(isHydrated)} />
      {isByCode ? (
        <Suspense fallback={null}>
          <CodeForm {...ends} />
        </Suspense>
      ) : (
        <SignInForm {...ends} />
      )}
    </LitWindow>
  );
}
