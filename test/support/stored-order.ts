/** In which order rows are stored, which is the order in which their locks are taken. */
import { Client } from "pg";

export interface StoredOrder extends AsyncDisposable {
  /** Table and key of each row that was stored since the last call, also where the key was there before. */
  taken(): Promise<readonly string[]>;
}

export async function storedOrder(
  url: string,
  tables: readonly string[],
  key: string,
): Promise<StoredOrder> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create table stored_order (place bigserial, name text);
    create function note() returns trigger language plpgsql as $$ begin
      insert into stored_order (name) values (tg_table_name || ' ' || new.${key});
      return new;
    end $$`);
  for (const table of tables) {
    await client.query(
      `create trigger note before insert on ${table} for each row execute function note()`,
    );
  }
  return {
    async taken() {
      const { rows } = await client.query(
        "with taken as (delete from stored_order returning *) select name from taken order by place",
      );
      return rows.map((row: { name: string }) => row.name);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
