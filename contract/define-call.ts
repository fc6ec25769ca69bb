import * as z from 'zod/mini';
import type { AdminRole } from './identity/admin-roles.ts';
import type { CompanyArea } from './identity/company-roles.ts';
import type { FailureCode, MessageCode } from './messages/catalogue.ts';
import type { sentFileTypes } from './values/file-types.ts';
import { maxText } from './values/text-length.ts';

/** Who may make a call. 'public': everyone; the rest: a session of that type ('customer': person or entity). */
type Audience = 'public' | 'person' | 'entity' | 'customer' | 'admin' | 'signedIn';

/** Media types of file responses; CSV names its charset, which Excel can't detect. */
export const fileTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  calendar: 'text/calendar',
  atom: 'application/atom+xml',
  json: 'application/json',
  zip: 'application/zip',
  xml: 'application/xml',
  events: 'text/event-stream',
} as const;
export type FileType =
  | (typeof fileTypes)[keyof typeof fileTypes]
  | (typeof sentFileTypes)[keyof typeof sentFileTypes];

/** The file of an upload call. */
interface UploadRules {
  /** Maximum size of the file, bytes. */
  readonly maxBytes: number;
  /** Refusal of a larger file, with `{size}` in megabytes; absent: common.badRequest with 413. */
  readonly tooLarge?: FailureCode;
  /** Further parameters of its text. */
  readonly params?: Readonly<Record<string, string>>;
}

type Shape = z.core.$ZodLooseShape;

export interface CallDeclaration<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  /** URL path, noun first, verb last: '/api/readings/submit'. */
  readonly path: `/api/${string}`;
  /** One sentence: what the caller gets. */
  readonly summary: string;
  readonly audience: Audience;
  /** For a generic call: the audience of this payload; checked before the ownership of its account. */
  audienceOf?(input: z.infer<Input>): Audience;
  /** For audience 'admin': the allowed roles; absent: every administrator. 'owner' is always allowed. */
  readonly roles?: readonly AdminRole[];
  /** For calls that legal entities make: decides which roles of a company may make it, see `company-roles.ts`. */
  readonly area?: CompanyArea;
  /**
   * The answer holds for a person of a company who is limited to some metering points: it has nothing of other points, and
   * the handler passes `session.company.points` on. Such a person makes no other call but those of the area 'own'.
   */
  readonly ofPoints?: boolean;
  /** The payload field with an account number; the server checks that the account belongs to the session. */
  readonly accountField?: keyof z.infer<Input> & string;
  /** Login and password (or code) are sent by HTTP basic authentication. */
  readonly basicAuth?: boolean;
  /** A mutation: it accepts `requestId`, and a repeated id returns the first answer (decision 0164). */
  readonly changes?: boolean;
  /** The call ends the session's access to its account: a repeated request id is answered all the same. */
  readonly endsAccess?: boolean;
  /** Maximum payload in bytes; 256 kB by default. */
  readonly maxBytes?: number;
  /**
   * The request is multipart/form-data: the payload as JSON in the field `payload`, then one file `file` (decision 0089).
   * Caller and payload are checked before the file is read.
   */
  readonly upload?: UploadRules;
  /** The response is a file of one of these kinds instead of JSON. */
  readonly file?: FileType | readonly FileType[];
  readonly input: Input;
  readonly output: Output;
  /** Failure codes of the call; common ones need not be listed. */
  readonly failures: readonly MessageCode[];
}

/** A declared call: the source of validation, types, web client, OpenAPI and test handlers. */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> extends CallDeclaration<Input, Output> {
  /**
   * Who answers a repeated request id of a changing call: its handler, because the payload declares `requestId` and the id is
   * stored with what was made, or the portal for every other one. Added by `acceptRequestId`; absent: the call takes no id.
   */
  readonly requestIdBy?: 'handler' | 'portal';
}

export type InputOf<C extends Call> = z.infer<C['input']>;
export type OutputOf<C extends Call> = z.infer<C['output']>;

export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  declaration: CallDeclaration<Input, Output>,
): Call<Input, Output> {
  return declaration;
}

/** The file types of a call's response; empty for JSON. */
export function fileTypesOf({ file = [] }: Pick<Call, 'file'>): readonly FileType[] {
  return typeof file === 'string' ? [file] : file;
}

/**
 * The payload of an authenticated call: its own fields and the token, which may be sent as a bearer token instead.
 */
export function signedInput<Fields extends Shape>(fields: Fields) {
  return z.object({ token: z.optional(z.string().check(maxText(4096))), ...fields });
}

/** The fields of every successful answer beside its own. */
export function success<Fields extends Shape>(fields: Fields) {
  return z.object({ status: z.literal('success'), ...fields });
}

/** One validation issue of the payload. */
const issueSchema = z.object({ path: z.string(), code: z.string(), message: z.string() });

/**
 * Every failed answer. `details` has the facts of a refusal, e.g. the outcome of a reading that needs confirmation.
 */
export const failureSchema = z.object({
  status: z.literal('fail'),
  code: z.string(),
  message: z.string(),
  reference: z.string(),
  issues: z.optional(z.array(issueSchema)),
  details: z.optional(z.unknown()),
});
export type FailureAnswer = z.infer<typeof failureSchema>;
