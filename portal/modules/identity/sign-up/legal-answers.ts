import { answerLegalText, listNewLegalTexts } from '#contract/legal-texts.ts';
import { legalKeys } from '#contract/values/legal-keys.ts';
import { newVersions } from '#domain/legal-texts/legal-versions.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { fail, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { legalTextAt, legalVersionName, readLegalTexts } from '#portal/modules/content/public.ts';
import { insertAnswer, readAnswers } from './consent-store.ts';

/** Customers are told of new versions of legal texts, and agree to them where it is asked (decision 0147). */
export function legalAnswerRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(listNewLegalTexts, async (_, { session, clock }) => {
      const at = clock.now();
      const [texts, answers] = await Promise.all([readLegalTexts(db), readAnswers(db, session.identityId)]);
      return succeed({
        texts: legalKeys.flatMap((key) => {
          const { versions, asksConsent } = newVersions(texts[key], answers[key], kyivDateOf(at));
          if (versions.length === 0) return [];
          const { number, content } = legalTextAt(texts[key], at);
          return [
            {
              key,
              title: content.title,
              version: legalVersionName(number),
              asksConsent,
              changes: versions.map((version) => ({
                from: version.content.effectiveFrom,
                summary: version.content.summary,
              })),
            },
          ];
        }),
      });
    }),

    route(answerLegalText, async ({ key, version }, { session, clock, address, device }) => {
      const at = clock.now();
      const texts = (await readLegalTexts(db))[key];
      const { number } = legalTextAt(texts, at);
      if (legalVersionName(number) !== version) return fail('legal.otherVersion');
      const { identityId } = session;
      const answers = (await readAnswers(db, identityId))[key];
      const { versions, asksConsent } = newVersions(texts, answers, kyivDateOf(at));
      const act = asksConsent ? 'given' : 'informed';
      if (versions.length > 0)
        await insertAnswer(db, { key, act, number }, { identityId, at, address, device });
      return succeed({});
    }),
  ];
}
