import { clusterOwner } from '#lib/db/embedded-cluster';
import { openSql } from '#lib/db/open-sql';

/** The role of all Longhand programs: it owns the database, and nothing else in the cluster. */
export const serviceRole = 'longhand_service';

const connectsWithinSeconds = 10;

/** Creates an embedded PostgreSQL's database and the role that owns it, as superuser. Idempotent. */
export async function setUpDatabase(
  superuserUrl: string,
  { password, signal }: { password: string; signal: AbortSignal | undefined },
): Promise<void> {
  const asSuperuser = async (database: string, statements: readonly string[]): Promise<void> => {
    const address = new URL(superuserUrl);
    address.pathname = `/${database}`;
    const options = { max: 1, onnotice: () => {}, connect_timeout: connectsWithinSeconds };
    const sql = openSql(address.href, options);
    const cut = () => void sql.end({ timeout: 0 });
    signal?.addEventListener('abort', cut);
    try {
      for (const statement of statements) {
        const wanted = await sql.unsafe<Array<{ statement: string }>>(statement);
        for (const { statement } of wanted) await sql.unsafe(statement);
      }
    } finally {
      signal?.removeEventListener('abort', cut);
      await sql.end();
    }
  };
  signal?.throwIfAborted();
  await asSuperuser('postgres', [missingRole(password), missingDatabase]);
  signal?.throwIfAborted();
  await asSuperuser(clusterOwner, [
    foreignDatabase,
    foreignSchemas,
    foreignTables,
    foreignTypes,
    foreignRoutines,
  ]);
}

/* Each query lists missing statements as `statement`. Passwords are base64url and need no escaping. */

const missingRole = (password: string) => `
  select 'create role ${serviceRole} login password ''${password}''' as statement
  where not exists (select from pg_roles where rolname = '${serviceRole}')`;

const missingDatabase = `
  select 'create database ${clusterOwner} owner ${serviceRole}' as statement
  where not exists (select from pg_database where datname = '${clusterOwner}')`;

const isForeign = (owner: string) => `${owner} = 10 and not exists (
  select from pg_depend where objid = it.oid and deptype in ('a', 'i', 'e'))`;
const isOurs = (schema: string) => `${schema} in (
  select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`;
const owned = `owner to ${serviceRole}`;

const foreignDatabase = `
  select 'alter database ${clusterOwner} ${owned}' as statement
  from pg_database where datname = current_database() and datdba = 10`;

const foreignSchemas = `
  select format('alter schema %I ${owned}', nspname) as statement
  from pg_namespace it where ${isForeign('nspowner')} and ${isOurs('oid')}`;

const foreignTables = `
  select format('alter table %s ${owned}', oid::regclass) as statement
  from pg_class it
  where relkind in ('r', 'p', 'v', 'm', 'S') and ${isForeign('relowner')} and ${isOurs('relnamespace')}`;

const foreignTypes = `
  select format('alter type %s ${owned}', oid::regtype) as statement
  from pg_type it
  where ${isForeign('typowner')} and ${isOurs('typnamespace')}
    and (typtype in ('e', 'd') or exists (select from pg_class where oid = typrelid and relkind = 'c'))`;

const foreignRoutines = `
  select format('alter routine %s ${owned}', oid::regprocedure) as statement
  from pg_proc it where ${isForeign('proowner')} and ${isOurs('pronamespace')}`;
