import type { Client } from 'pg';

/** Nothing that an extension has made. */
const notOfExtension = (catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`;

const findings = [
  `select format('drop %s if exists %s cascade', case o.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, o.oid::regclass)
   from pg_class o where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p', 'v', 'm') and ${notOfExtension('pg_class')}`,
  `select format('drop sequence if exists %s cascade', o.oid::regclass)
   from pg_class o where o.relnamespace = 'public'::regnamespace and o.relkind = 'S' and ${notOfExtension('pg_class')}`,
  `select format('drop routine if exists %s cascade', o.oid::regprocedure)
   from pg_proc o where o.pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc')}`,
  `select format('drop type if exists %s cascade', o.oid::regtype)
   from pg_type o where o.typnamespace = 'public'::regnamespace and o.typtype in ('e', 'd') and ${notOfExtension('pg_type')}`,
];

/**
 * Removes all that migrations have made, of whatever version they were. The schema itself, its grants and extensions stay:
 * they may be the administrator's. The queue's tables stay, too, and are emptied when theirs are loaded.
 */
export async function removeTables(client: Client): Promise<void> {
  for (const finding of findings) {
    const { rows } = await client.query<{ format: string }>(finding);
    for (const { format } of rows) await client.query(format);
  }
  await client.query('drop schema if exists drizzle cascade');
}
