import type { Module, ModuleInput, ModuleOutput, ModuleResult } from '#billing/api/define-module.ts';
import type { BillingClient } from '#billing/client.ts';
import type { AdminRole } from '#contract/admin-roles.ts';
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '../config.ts';
import type { PortalDatabase } from '../portal-database.ts';
import type { CallLog } from './call-log.ts';
import type { CallResult } from './call-result.ts';
import type { ErrorLog } from './error-log.ts';
import type { Tokens } from './token.ts';

/** A session that stands. */
export interface Session {
  readonly sessionId: string;
  readonly identityId: string;
  readonly type: 'person' | 'entity' | 'admin';
  readonly startedAt: number;
  readonly expiresAt: number;
  /** Roles of an administrator; a customer has none. */
  readonly roles: readonly AdminRole[];
}

/** What a handler knows of the call beside its payload. */
export interface RequestContext<S = Session> {
  /** The request id: in every failure, in the records of the call and of its function modules. */
  readonly reference: string;
  readonly session: S;
  /** 'person:<session id>' and the like; 'public' without a session. */
  readonly actor: string;
  /** Login and password of the basic-auth pair; undefined when there is none or it is malformed. */
  readonly basicAuth: { readonly login: string; readonly password: string } | undefined;
  /** Network address of the caller. */
  readonly address: string;
  /** The browser's user agent. */
  readonly device: string;
  readonly clock: Clock;
  /** Asks the billing back end; recorded under the reference of this call. */
  billing<M extends Module>(module: M, input: ModuleInput<M>): Promise<ModuleResult<ModuleOutput<M>>>;
}

/** What modules of the portal are built with. */
export interface PortalServices {
  readonly db: PortalDatabase;
  readonly clock: Clock;
  readonly config: Config;
  readonly billing: BillingClient;
  readonly tokens: Tokens;
  /** A secret for one purpose, the same on every node. */
  readonly secretFor: (purpose: string) => Buffer;
  readonly errorLog: ErrorLog;
  /** Absent: calls are not recorded. */
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
  /** 'tight': an address may make it ten times more seldom than other calls. */
  readonly limit?: 'tight';
  /**
   * How it counts towards the budget of work of whoever calls: workers do it 'now', or it is asked for and done 'later'. Unless
   * told, a call that answers with a file works now, others don't work.
   */
  readonly work?: 'now' | 'later' | 'none';
}

/**
 * Ties a handler to its call. The machinery has checked the payload, the session, its type and the ownership of the
 * account before the handler runs.
 */
export function route<C extends Call>(
  call: C,
  handle: (input: InputOf<C>, context: RequestContext<SessionOf<C>>) => Promise<CallResult<FieldsOf<C>>>,
  options: Pick<Route, 'limit' | 'work'> = {},
): Route {
  return { call, handle: handle as Route['handle'], ...options };
}
