import { authSms } from '#contract/identity/sign-up.ts';
import type { TestApp } from '../start-test-app.ts';
import { lastCodeTo } from './last-code.ts';

/** The Authorization header of a login and password. */
export function basicPair(login: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

/** Purpose of a code. */
export interface CodeRequest {
  readonly action: 'register' | 'login' | 'recover' | 'confirm';
  readonly userType?: 'person' | 'entity' | 'admin';
  readonly account?: string;
}

/** Requests and submits codes as the screens do: contacts are confirmed by a signed-in user. */
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
    /** Requests a code and returns the one that was sent. */
    async receive(contact: string, request: CodeRequest): Promise<string> {
      const { httpStatus, body } = await call(contact, '', request);
      if (httpStatus !== 200) throw new Error(`no code for ${contact}: ${body.code}`);
      return lastCodeTo(app, contact);
    },
  };
}

/** A well-formed code other than this one. */
export function wrongCode(code: string): string {
  return code === '0000' ? '1111' : '0000';
}

let made = 0;

/** A phone that belongs to no test user. */
export function newPhone(): string {
  made += 1;
  return `+38067${String(made).padStart(7, '0')}`;
}
