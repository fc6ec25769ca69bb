import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { BillingClient } from '#billing/client.ts';
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { TokenScope } from '#contract/identity/api-tokens.ts';
import type { CompanyPerson, CompanyRole } from '#contract/identity/company-roles.ts';
import { acceptRequestId } from '#contract/request-ids.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import type { Keys } from '#portal/keys.ts';
import type { Config } from '../config.ts';
import type { PortalDatabase } from '../portal-database.ts';
import type { CallResult } from './call-result.ts';
import type { CallLog } from './records/call-log.ts';
import type { ErrorLog } from './records/error-log.ts';
import type { Tokens } from './session/token.ts';

/** What a person of a company may: the contract's own sign-in is an owner with all objects. */
interface CompanyAccess {
  readonly role: CompanyRole;
  /** Accounts of the company that the person sees; undefined: all. */
  readonly accounts: readonly string[] | undefined;
  /** EIC codes of the metering points that the person is limited to; undefined: all points of the accounts. */
  readonly points: readonly string[] | undefined;
}

/** A valid session. */
export interface Session {
  readonly sessionId: string;
  /** Whose sign-in it is: settings, sessions, second factor and the chosen account are this identity's. */
  readonly identityId: string;
  /** The identity whose accounts are shown: of a person of a company the company's, else the same as `identityId`. */
  readonly cabinetId: string;
  /** Of a legal entity; undefined: a person or an administrator. */
  readonly company: CompanyAccess | undefined;
  /** Of a program that acts by a token with the rights of `identityId`; undefined: somebody signed in. */
  readonly program?: { readonly name: string; readonly scopes: readonly TokenScope[] };
  /** The administrator who sees the cabinet of `identityId`, and may only read; undefined: a session of its own. */
  readonly viewer?: { readonly identityId: string };
  readonly type: 'person' | 'entity' | 'admin';
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Administrator roles; empty for a customer. */
  readonly roles: readonly AdminRole[];
}

/** A legal entity's sign-in as the contract's rights see it; undefined: a person or an administrator. */
export function companyPersonOf({ company }: Pick<Session, 'company'>): CompanyPerson | undefined {
  if (company === undefined) return undefined;
  const { role, accounts, points } = company;
  return { role, objects: points ? 'points' : accounts ? 'accounts' : 'all' };
}

/** The input of function modules for a person of a company who is limited to some points; {}: nothing limits the session. */
export function limitOf({ company }: Pick<Session, 'company'>): { readonly points?: string[] } {
  return company?.points === undefined ? {} : { points: [...company.points] };
}

/** What the check of a token and of the ownership of an account says. */
export type GuardAnswer =
  | {
      readonly kind: 'active';
      readonly session: Session;
      readonly ownsAccount: boolean;
      /** Of a customer: until when maintenance refuses their calls; undefined: none runs. */
      readonly maintenanceUntil: Instant | undefined;
    }
  /** A program made more calls in a minute than its token may. */
  | { readonly kind: 'limited'; readonly seconds: number }
  | { readonly kind: 'ended'; readonly reason: 'missing' | 'forged' | 'expired' | 'revoked' };

/** Request context of a handler beside its payload. */
export interface RequestContext<S = Session> {
  /** The request id: in every failure and in the records of the call and its function modules. */
  readonly reference: string;
  readonly session: S;
  /** '<type>:<session id>', e.g. 'person:…', of a viewing 'viewing:…'; 'public' without a session. */
  readonly actor: string;
  /** Login and password of the basic-auth pair; undefined when it is absent or malformed. */
  readonly basicAuth: { readonly login: string; readonly password: string } | undefined;
  /** Network address of the caller. */
  readonly address: string;
  /** The browser's user agent. */
  readonly device: string;
  readonly clock: Clock;
  /**
   * Reads the file of an upload call, at most its `maxBytes`.
   * @throws UploadError, which becomes the failure of the call.
   */
  readFile(): Promise<Buffer<ArrayBuffer>>;
  /** Notes what the call is about in the list of actions of a company: ids of meters. */
  noteObjects(objects: readonly string[]): void;
  /** Checks the session, its type and roles again, for an answer that lasts; undefined: the call would be refused now. */
  readmit(): Promise<S | undefined>;
  /** Calls the billing back end; logged under the request id of this call. */
  billing<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleResult<ModuleOutput<M>>>;
}

/** Dependencies of the portal modules. */
export interface PortalServices {
  readonly db: PortalDatabase;
  /** For reads that may be some seconds old and by which nothing is decided: of a standby where there is one. Takes no writes. */
  readonly readDb: PortalDatabase;
  readonly clock: Clock;
  readonly config: Config;
  readonly billing: BillingClient;
  readonly tokens: Tokens;
  /** The same on every node. */
  readonly keys: Keys;
  readonly errorLog: ErrorLog;
  /** Absent: calls are not logged. */
  readonly callLog: CallLog | undefined;
}

type SessionOf<C extends Call> = C extends { audience: 'public' } ? undefined : Session;

/** The fields that a handler adds to `status: 'success'`. */
export type FieldsOf<C extends Call> = Omit<OutputOf<C>, 'status'>;

/** A call with its handler. */
export interface Route {
  readonly call: Call;
  readonly handle: (
    input: unknown,
    context: RequestContext<Session | undefined>,
  ) => Promise<CallResult<unknown>>;
  /** 'tight': a tenth of the general rate limit. */
  readonly limit?: 'tight';
  /**
   * How the call counts towards the caller's work budget: workers do the work 'now', or it is queued for 'later'.
   * Default: 'now' for a call that returns a file, none for others.
   */
  readonly work?: 'now' | 'later' | 'none';
}

/**
 * Binds a handler to its call. The payload, the session, its type and ownership of the account are checked before the
 * handler runs.
 */
export function route<C extends Call>(
  call: C,
  handle: (input: InputOf<C>, context: RequestContext<SessionOf<C>>) => Promise<CallResult<FieldsOf<C>>>,
  options: Pick<Route, 'limit' | 'work'> = {},
): Route {
  return { call: acceptRequestId(call), handle: handle as Route['handle'], ...options };
}
