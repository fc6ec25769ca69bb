/** Status of an answer and, of a refusal, its code: `422 identity.wrongCode`. */
export const outcomeOf = ({ httpStatus, body }: { httpStatus: number; body: { code?: unknown } }): string =>
  body?.code === undefined ? `${httpStatus}` : `${httpStatus} ${body.code}`;
