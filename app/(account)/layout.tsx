import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { languageCookie } from '#app/locale/request-locale';
import { getSession } from '#app/session';
import { AdoptLanguage } from './adopt-language';

export default async function Layout({ children }: { children: ReactNode }) {
  const [account, jar] = await Promise.all([getSession(), cookies()]);
  const isStale = account !== undefined && account.language !== (jar.get(languageCookie)?.value ?? null);
  return (
    <>
      {children}
      {isStale && <AdoptLanguage />}
    </>
  );
}
