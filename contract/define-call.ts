import * as z from 'zod/mini';
import type { AdminRole } from './admin-roles.ts';
import type { MessageCode } from './messages/catalogue.ts';

/** Who may make a call. 'public': anybody; the rest: a session of that type ('customer': person or entity). */
export type Audience = 'public' | 'person' | 'entity' | 'customer' | 'admin' | 'signedIn';

/** Kinds of files that calls answer with; CSV says its letters, which Excel can't guess. */
export const fileTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  calendar: 'text/calendar',
  atom: 'application/atom+xml',
  json: 'application/json',
  zip: 'application/zip',
} as const;
export type FileType = (typeof fileTypes)[keyof typeof fileTypes];

type Shape = z.core.$ZodLooseShape;

export interface CallDeclaration<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  /** The path below the server, noun first, verb last: '/api/readings/submit'. */
  readonly path: `/api/${string}`;
  /** One sentence that says what the caller gets. */
  readonly summary: string;
  readonly audience: Audience;
  /** Of a generic call: for whom this payload is; judged before the ownership of its account. */
  audienceOf?(input: z.infer<Input>): Audience;
  /** For audience 'admin': roles that may; absent: every administrator. 'owner' always may. */
  readonly roles?: readonly AdminRole[];
  /** The field of the payload that names an account; the server then checks that it belongs to the session. */
  readonly accountField?: keyof z.infer<Input> & string;
  /** Login and password (or code) travel as a basic-auth pair. */
  readonly basicAuth?: boolean;
  /** The call changes something: it accepts `requestId`, and the same id again gives the first answer. */
  readonly changes?: boolean;
  /** Longest payload in bytes; 256 kB unless told. */
  readonly maxBytes?: number;
  /** The answer is a file of this kind, or of one of these, and no JSON of fields. */
  readonly file?: FileType | readonly FileType[];
  readonly input: Input;
  readonly output: Output;
  /** Codes with which the business may refuse; the common ones need not be named. */
  readonly failures: readonly MessageCode[];
}

/** A declared call: validation, types, web client, OpenAPI and test handlers all come from it. */
export type Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = CallDeclaration<Input, Output>;

export type InputOf<C extends Call> = z.infer<C['input']>;
export type OutputOf<C extends Call> = z.infer<C['output']>;

/** Declares a call. */
export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  declaration: CallDeclaration<Input, Output>,
): Call<Input, Output> {
  return declaration;
}

/** The kinds of files that a call may answer with; none when it answers with fields. */
export function fileTypesOf({ file = [] }: Pick<Call, 'file'>): readonly FileType[] {
  return typeof file === 'string' ? [file] : file;
}

/** The payload of a signed-in call: its own fields beside the token, which may travel as a bearer token instead. */
export function signedInput<Fields extends Shape>(fields: Fields) {
  return z.object({ token: z.optional(z.string().check(z.maxLength(4096))), ...fields });
}

/** What every successful answer carries beside its own fields. */
export function success<Fields extends Shape>(fields: Fields) {
  return z.object({ status: z.literal('success'), ...fields });
}

/** One problem of the payload. */
export const issueSchema = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** Every failed answer. `details` carries the facts of a refusal, e.g. the outcome of a reading that needs confirmation. */
export const failureSchema = z.object({
  status: z.literal('fail'),
  code: z.string(),
  message: z.string(),
  reference: z.string(),
  issues: z.optional(z.array(issueSchema)),
  details: z.optional(z.unknown()),
});
export type FailureAnswer = z.infer<typeof failureSchema>;
