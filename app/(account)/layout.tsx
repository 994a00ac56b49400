import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { adoptLanguage } from '#app/(account)/settings/actions';
import { languageCookie } from '#app/locale/request-locale';
import { getSession } from '#app/session';
import { AdoptLanguage } from '#components/account/settings/adopt-language';

export default async function Layout({ children }: { children: ReactNode }) {
  const [account, jar] = await Promise.all([getSession(), cookies()]);
  const isStale = account !== undefined && account.language !== (jar.get(languageCookie)?.value ?? null);
  return (
    <>
      {children}
      {isStale && <AdoptLanguage adopt={adoptLanguage} />}
    </>
  );
}
