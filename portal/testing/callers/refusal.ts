import type { MessageCode } from '#contract/messages/catalogue.ts';

/** What a refused request is answered with: `expect(await post(…)).toMatchObject(refusal(404, 'common.notFound'))`. */
export const refusal = (httpStatus: number, code: MessageCode) => ({ httpStatus, body: { code } });
