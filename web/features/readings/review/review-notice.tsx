import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { giveReviewPhoto } from '#contract/readings/review-photo.ts';
import type { LatestReview } from '#contract/values/reading-review.ts';
import { callApi } from '#web/lib/api.ts';
import { showDate } from '#web/lib/format.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhotoField } from '../meter/photo-field.tsx';
import { text } from './review-text.ts';

/** "2 800" or "300 / 120" by the order of the zones. */
function showValues(values: Readonly<Record<string, number>>): string {
  const zones = ['single', 'peak', 'halfPeak', 'day', 'night'];
  return zones.flatMap((zone) => values[zone] ?? []).join(' / ');
}

interface ReviewNoticeProps {
  account: string;
  review: LatestReview;
  /** Beside those of other meters. */
  namesMeter?: boolean;
}

/** What an operator does with the last submission of a meter, and the customer's next step: a photo, or another reading. */
export function ReviewNotice({ account, review, namesMeter = false }: ReviewNoticeProps) {
  const { meterSerial } = review;
  const ofMeter = namesMeter ? ` ${formatText(text.ofMeter, { serial: meterSerial })}` : '';
  const values = `${showValues(review.values)}${ofMeter}`;
  switch (review.state) {
    case 'waiting':
      return (
        <Notice kind="info" title={formatText(text.waitingTitle, { values, date: showDate(review.dueOn) })}>
          {text.waiting}
        </Notice>
      );
    case 'photoAsked':
      return <AskedPhoto account={account} review={review} values={values} />;
    case 'accepted':
      return <Notice kind="good" title={formatText(text.acceptedTitle, { values })} />;
    case 'acceptedAnother':
      return (
        <Notice
          kind="good"
          title={formatText(text.anotherTitle, { values: showValues(review.acceptedValues ?? {}) })}
        >
          {formatText(text.another, { given: values })} {review.reason}
        </Notice>
      );
    case 'rejected':
      return (
        <Notice kind="bad" title={formatText(text.rejectedTitle, { values })}>
          {formatText(text.rejected, { reason: review.reason })}
        </Notice>
      );
  }
}

interface AskedPhotoProps {
  account: string;
  review: LatestReview;
  values: string;
}

/** The photo that an operator asked for: it is added to the reading as soon as it is sent. */
function AskedPhoto({ account, review, values }: AskedPhotoProps) {
  const client = useQueryClient();
  const [givenUntil, setGivenUntil] = useState<string>();
  const [error, setError] = useState<string>();
  const give = async (photoId: string) => {
    const { receiptNumber } = review;
    const result = await callApi(giveReviewPhoto, { account, receiptNumber, photoId });
    if (!result.ok) return setError(result.failure.message);
    setError(undefined);
    setGivenUntil(result.data.dueOn);
    await removeAccountQueries(client, [account]);
  };
  if (givenUntil !== undefined) {
    return (
      <Notice kind="good" live="status">
        {formatText(text.photoGiven, { date: showDate(givenUntil) })}
      </Notice>
    );
  }
  return (
    <Stack gap="2">
      <Notice kind="warn" title={formatText(text.photoTitle, { values })}>
        {review.reason}
      </Notice>
      <PhotoField
        account={account}
        reason={text.photo}
        hasPhoto={false}
        onAdded={(photoId) => void give(photoId)}
        onUnsent={() => setError(text.photoFailed)}
        onRemoved={() => undefined}
      />
      {error && (
        <Notice kind="bad" live="alert" title={text.photoFailed}>
          {error}
        </Notice>
      )}
    </Stack>
  );
}
