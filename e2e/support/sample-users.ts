/** The password of every sign-in of the sample. */
export const samplePassword = 'Svitlo-2026-demo';

/** Who signs in by a password: the page, and the fields by their ids beside the password. */
export interface SignIn {
  readonly type: 'person' | 'entity' | 'admin';
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Absent: that of the sample. */
  readonly password?: string;
}

/** A person by the nine digits of the phone, as the field takes them. */
export const personBy = (phone: string, password = samplePassword): SignIn => ({
  type: 'person',
  path: '/sign-in/person',
  fields: { phone },
  password,
});
/** An entity by an account and its unique code. */
export const entityBy = (account: string, unique_code = 'SVITLO01'): SignIn => ({
  type: 'entity',
  path: '/sign-in/entity',
  fields: { account, unique_code },
});
export const adminBy = (login: string, password = samplePassword): SignIn => ({
  type: 'admin',
  path: '/admin',
  fields: { login },
  password,
});

/** The sign-ins of the sample. */
export const sampleSignIns = {
  personOfThree: personBy('501110001'),
  personOfNone: personBy('501110002'),
  personOfOne: personBy('501110003'),
  personOfDifficult: personBy('501110004'),
  entityOfOne: entityBy('1000000001'),
  entityOfTwo: entityBy('1000000002'),
  owner: adminBy('owner'),
  operator: adminBy('operator'),
  analyst: adminBy('analyst'),
} as const;

/** A page with or without a browser. */
interface FormPage {
  locator(selector: string): {
    waitFor(): Promise<void>;
    fill(value: string): Promise<void>;
    press(key: string): Promise<void>;
  };
}

/** Fills in the way in that the page shows, and sends it. */
export async function fillSignIn(page: FormPage, signIn: Pick<SignIn, 'fields' | 'password'>): Promise<void> {
  // What is typed earlier stays, but only a hydrated page can send it.
  await page.locator('button[type=submit]:not([disabled])').waitFor();
  for (const [id, value] of Object.entries(signIn.fields)) await page.locator(`#${id}`).fill(value);
  await page.locator('#password').fill(signIn.password ?? samplePassword);
  await page.locator('#password').press('Enter');
}

/** Signs in and waits for the cabinet. */
export async function signInBy(
  page: FormPage & { goto(url: string): Promise<unknown>; waitForURL(address: RegExp): Promise<void> },
  productUrl: string,
  signIn: SignIn,
): Promise<void> {
  await page.goto(productUrl + signIn.path);
  await fillSignIn(page, signIn);
  await page.waitForURL(/\/cabinet\//);
}
