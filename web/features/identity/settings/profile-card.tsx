import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { type Profile, profileQuery } from './api.ts';
import { SettingsCard } from './settings-card.tsx';
import { text } from './text.ts';

interface ProfileCardProps {
  title: string;
  lead?: string;
  children: (profile: Profile) => ReactNode;
}

/** A section of the settings that shows part of the profile, with its loading and failure states. */
export function ProfileCard({ title, lead, children }: ProfileCardProps) {
  const { data, error, isFetching, refetch } = useQuery(profileQuery);
  return (
    <SettingsCard title={title} {...(lead ? { lead } : {})} busy={isFetching && !data}>
      {data && children(data.profile)}
      {!data && error && (
        <FailedPart
          title={text.profileFailed}
          message={failureOf(error).message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && (
        <div>
          <Skeleton />
          <Skeleton shape="short" />
          <VisuallyHidden>{text.loading}</VisuallyHidden>
        </div>
      )}
    </SettingsCard>
  );
}
