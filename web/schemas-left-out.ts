/**
 * Takes the place of `zod/mini` and of `contract/ruled-field.ts` in the build for browsers. The server checks payloads and answers; the browser reads only
 * paths, audiences and types of the calls, and would only make the schemas, which blocks a slow phone.
 */
interface LeftOut {
  check(): LeftOut;
  register(): LeftOut;
  readonly _zod: { readonly onattach: { push(): void } };
}

const leftOut: LeftOut = {
  check: () => leftOut,
  register: () => leftOut,
  _zod: { onattach: { push: () => undefined } },
};

/* @__NO_SIDE_EFFECTS__ */
const leaveOut = () => leftOut;
const any = leaveOut;
export const inLatin = leftOut;

export const globalRegistry = undefined;
export {
  any,
  leaveOut as array,
  leaveOut as boolean,
  leaveOut as discriminatedUnion,
  leaveOut as enum,
  leaveOut as extend,
  leaveOut as gte,
  leaveOut as int,
  leaveOut as literal,
  leaveOut as looseObject,
  leaveOut as lte,
  leaveOut as maximum,
  leaveOut as maxLength,
  leaveOut as minimum,
  leaveOut as minLength,
  leaveOut as nullable,
  leaveOut as number,
  leaveOut as object,
  leaveOut as optional,
  leaveOut as overwrite,
  leaveOut as partial,
  leaveOut as partialRecord,
  leaveOut as pipe,
  leaveOut as record,
  leaveOut as refine,
  leaveOut as regex,
  leaveOut as ruled,
  leaveOut as ruledCode,
  leaveOut as string,
  leaveOut as superRefine,
  leaveOut as toLowerCase,
  leaveOut as transform,
  leaveOut as trim,
  leaveOut as tuple,
  leaveOut as union,
  leaveOut as unknown,
  leaveOut as url,
};
