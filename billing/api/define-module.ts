import type * as z from 'zod/mini';

/** Result of a function module. Refusals are data; only faults are thrown. */
export type ModuleResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly code: string; readonly params?: ModuleParams; readonly details?: unknown };

/** Values for the text of a refusal. */
export type ModuleParams = Readonly<Record<string, string | number>>;

export interface ModuleDeclaration<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  /** CONCEPT_VERB in capitals, as the reports show it. */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Name of the input field with the account number, for the call log. */
  readonly accountField?: string;
  /**
   * The input field with a file, as bytes. Over HTTP it is not in the JSON: the request is multipart/form-data with the
   * JSON in the field `payload`, then the file `file`.
   */
  readonly upload?: { readonly field: string /** Maximum size of the file. */; readonly maxBytes: number };
  readonly input: Input;
  /** JSON-safe: money as '1234.56', dates 'YYYY-MM-DD', instants as ISO text, energy as kWh numbers. */
  readonly output: Output;
  /** Codes of its refusals. */
  readonly failures: readonly string[];
}

/** A function module (FM): an operation of the billing back end that the portal may call. */
export type Module<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = ModuleDeclaration<Input, Output>;

export type ModuleInput<M extends Module> = z.infer<M['input']>;
export type ModuleOutput<M extends Module> = z.infer<M['output']>;

/** Declares a function module. */
export function defineModule<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  declaration: ModuleDeclaration<Input, Output>,
): Module<Input, Output> {
  return declaration;
}

/** A successful result. */
export function answer<Data>(data: Data): ModuleResult<Data> {
  return { ok: true, data };
}

/** A refusal with a code of the message catalogue. */
export function refuse(code: string, params?: ModuleParams, details?: unknown): ModuleResult<never> {
  return { ok: false, code, ...(params && { params }), ...(details !== undefined && { details }) };
}
