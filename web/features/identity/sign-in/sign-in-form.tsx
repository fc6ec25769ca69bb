import { Link } from '@tanstack/react-router';
import { FieldsForm, type FormField } from '#web/lib/form/fields-form.tsx';
import { keepTypedPhone, lastTypedPhone } from '#web/lib/form/typed-values.ts';
import type { SignInCallbacks } from '#web/session/sign-in.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './sign-in-form.module.css';
import { text } from './text.ts';

// Not part of the first load: fetched while the fields are filled in.
const loadApi = () => import('./api.ts');

export const passwordField: FormField = {
  name: 'password',
  wanted: text.wanted.password,
  show: (control) => (
    <PasswordField
      {...control}
      label={text.password}
      showLabel={text.show}
      hideLabel={text.hide}
      autoComplete="current-password"
    />
  ),
};

/** The phone of a person; what is typed is kept for the other ways in. */
export const phoneField = (autoComplete: string): FormField => ({
  name: 'phone',
  wanted: text.wanted.phone,
  show: (control) => (
    <PhoneField
      {...control}
      label={text.phone}
      hint={text.phoneHint}
      prefix={text.phonePrefix}
      autoComplete={autoComplete}
      ref={keepTypedPhone}
      defaultValue={lastTypedPhone() || control.defaultValue}
    />
  ),
});

const prefetch = {
  onFocus: () => {
    loadApi().catch(() => undefined);
  },
};
const fields = [phoneField('username'), passwordField];

/** The sign-in form of a person: phone and password. */
export function SignInForm(callbacks: SignInCallbacks) {
  return (
    <FieldsForm
      fields={fields}
      problems={text.problems}
      submit={text.submit}
      busy={text.submitting}
      send={async (value) => (await loadApi()).submitPerson(value, callbacks)}
      form={prefetch}
    />
  );
}

/** Holds the place of the form by code while its code is loaded. */
export function CodeFormShape({ label }: { label: string }) {
  return (
    <div className={styles.shape} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton />
      <Skeleton shape="short" />
    </div>
  );
}

/** The query decides which of the two tabs is current. */
const asWritten = { exact: true, includeSearch: true };

/** Tabs of the two sign-in methods of a person, each with its own URL. */
export function WayTabs() {
  return (
    <nav className={styles.tabs} aria-label={text.ways}>
      <Link
        to="/sign-in/person"
        search={({ return: returnTo }: { return?: string }) => (returnTo ? { return: returnTo } : {})}
        className={styles.tab}
        activeOptions={asWritten}
      >
        {text.byPassword}
      </Link>
      <Link
        to="/sign-in/person"
        search={(now: { return?: string }) => ({ ...now, way: 'code' as const })}
        className={styles.tab}
        activeOptions={asWritten}
      >
        {text.byCode}
      </Link>
    </nav>
  );
}
