import { type Client, escapeIdentifier } from 'pg';

/** A table of Longhand or its queue, and its writable columns. */
export interface Table {
  schema: string;
  name: string;
  columns: string[];
}

/** The schemas of Longhand. */
export const ownSchemas = ['public', 'drizzle', 'graphile_worker'];

/** Lists all tables of Longhand's schemas, except the queue's list of migrations, which the queue maintains. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array(
         select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum
       ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind = 'r'
       and (n.nspname, c.relname) <> ('graphile_worker', 'migrations')
       and not exists (
         select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [ownSchemas],
  );
  return rows;
}

/** Quotes the table's name for SQL. */
export function quoteTable({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

/** Quotes the table's name and columns for COPY. */
export function quoteColumns(table: Table): string {
  return `${quoteTable(table)} (${table.columns.map((column) => escapeIdentifier(column)).join(', ')})`;
}
