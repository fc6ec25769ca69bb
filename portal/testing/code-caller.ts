import { authSms } from '#contract/registration.ts';
import { lastCodeTo } from './last-code.ts';
import type { TestApp } from './start-test-app.ts';

/** The header of a login and password. */
export function basicPair(login: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

/** What a code is asked for. */
export interface CodeRequest {
  readonly action: 'register' | 'login' | 'recover' | 'confirm';
  readonly userType?: 'person' | 'entity' | 'admin';
  readonly account?: string;
}

/** Calls that ask for codes and give them back, as the screens make them: contacts are confirmed by somebody signed in. */
export function makeCodeCaller(app: TestApp) {
  const tokens = new Map<string, string>();
  const tokenOf = async (type: 'person' | 'admin') => {
    const token = tokens.get(type) ?? (await app.signIn([], type));
    tokens.set(type, token);
    return token;
  };
  const call = async (
    contact: string,
    code: string,
    request: CodeRequest,
    headers: Record<string, string> = {},
  ) => {
    const field = contact.includes('@') ? { email: contact } : { phone: contact };
    const { action, userType = 'person' } = request;
    const isSignedIn = action === 'confirm' && userType !== 'entity';
    const payload = { ...field, ...request, userType, ...(isSignedIn && { token: await tokenOf(userType) }) };
    return app.post(authSms, payload, { ...basicPair(contact, code), ...headers });
  };
  return {
    ask: (contact: string, request: CodeRequest) => call(contact, '', request),
    give: call,
    /** Asks for a code and answers the one that was sent. */
    async receive(contact: string, request: CodeRequest): Promise<string> {
      const { httpStatus, body } = await call(contact, '', request);
      if (httpStatus !== 200) throw new Error(`no code for ${contact}: ${body.code}`);
      return lastCodeTo(app, contact);
    },
  };
}

/** A code of the right shape that is not this one. */
export function wrongCode(code: string): string {
  return code === '0000' ? '1111' : '0000';
}

let made = 0;

/** A phone that nobody in the test has. */
export function newPhone(): string {
  made += 1;
  return `+38067${String(made).padStart(7, '0')}`;
}
