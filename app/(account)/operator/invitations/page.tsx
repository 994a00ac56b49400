import type { Metadata } from 'next';
import { z } from 'zod';
import { makeInvitation, withdraw } from '#app/(account)/operator/actions';
import { afterShape, pageSize, toPage, type Query } from '#app/(account)/operator/paging';
import { requireOperatorSession } from '#app/(account)/operator/require-operator-session';
import { Invitations } from '#components/operator/invitations';
import { OperatorFrame } from '#components/operator/operator-frame';
import { listInvitations } from '#lib/operator/invitations';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import * as operatorTexts from '#messages/operator';
import * as texts from '#messages/operator-invitations';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: operatorTexts.invitations() });

const path = '/operator/invitations';

const queryShape = z.object({ after: afterShape });

export default async function Page({ searchParams }: { searchParams: Query }) {
  const { db, operatorId, email } = await requireOperatorSession(path);
  const { after } = queryShape.parse(await searchParams);
  const { baseUrl, signUp } = env();
  const secret = await readSecret(env());
  const listed = await listInvitations(db, { operatorId, after, limit: pageSize + 1 }, secret);
  const { items, links } = toPage(listed, { path, after });
  return (
    <OperatorFrame email={email} page="invitations" lead={texts.lead()}>
      <Invitations
        invitations={items.map((invitation) => ({
          id: invitation.id,
          email: invitation.email ?? undefined,
          createdAt: invitation.createdAt.toISOString(),
          validUntil: invitation.validUntil.toISOString(),
          link: invitation.path && `${baseUrl}${invitation.path}`,
        }))}
        links={links}
        isClosed={signUp === 'closed'}
        create={makeInvitation}
        withdraw={withdraw}
      />
    </OperatorFrame>
  );
}
